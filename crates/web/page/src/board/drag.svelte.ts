// Carrying a man with the pointer. A press that hardly moves stays a click.

import type { Square } from '../chess/position';

const THRESHOLD = 5;

interface Hooks {
  canPick: (square: Square) => boolean;
  onpick: (square: Square) => void;
  ondrop: (from: Square, to: Square | undefined) => void;
}

export class Drag {
  from = $state<Square | undefined>();
  isMoving = $state(false);
  x = $state(0);
  y = $state(0);
  size = $state(0);
  /** The move that was dropped last; it needs no gliding. */
  dropped: string | undefined;
  #start = { x: 0, y: 0 };
  #pointer: number | undefined;
  #endedAt = -Infinity;
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  down(event: PointerEvent, square: Square): void {
    if (event.button !== 0 || !this.#hooks.canPick(square)) return;
    const element = event.currentTarget as HTMLElement;
    if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
    this.from = square;
    this.#pointer = event.pointerId;
    this.#start = { x: event.clientX, y: event.clientY };
    this.size = element.clientWidth;
  }

  move = (event: PointerEvent): void => {
    if (!this.from || event.pointerId !== this.#pointer) return;
    const far = Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y);
    if (!this.isMoving && far > THRESHOLD) {
      this.isMoving = true;
      this.#hooks.onpick(this.from);
    }
    this.x = event.clientX;
    this.y = event.clientY;
  };

  up = (event: PointerEvent): void => {
    if (!this.from || event.pointerId !== this.#pointer) return;
    const { from, isMoving } = this;
    this.cancel();
    if (!isMoving) return;
    this.#endedAt = event.timeStamp;
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const to = element?.closest<HTMLElement>('[data-square]')?.dataset.square;
    if (to) this.dropped = from + to;
    this.#hooks.ondrop(from, to);
  };

  cancel = (): void => {
    this.from = undefined;
    this.isMoving = false;
  };

  /** Whether a click is one, and not the end of a drag. */
  isClick(): boolean {
    return performance.now() - this.#endedAt > 50;
  }
}
