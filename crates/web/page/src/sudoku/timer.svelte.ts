// A clock that runs only for those who want one.

import { recall, remember } from '../lib/stored';

export class Timer {
  isOn = $state(recall('timer', false));
  seconds = $state(0);
  readonly words = $derived(`${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, '0')}`);

  toggle(): void {
    this.isOn = !this.isOn;
    this.seconds = 0;
    remember('timer', this.isOn);
  }

  reset(): void {
    this.seconds = 0;
  }

  /** Counts while `isRunning` says so; ends it when called. */
  run(isRunning: () => boolean): () => void {
    const handle = setInterval(() => {
      if (this.isOn && isRunning()) this.seconds += 1;
    }, 1000);
    return () => clearInterval(handle);
  }
}
