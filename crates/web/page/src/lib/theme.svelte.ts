// Dark or light: as the system says, until the reader chooses.

import { recall, remember } from './stored';

export type Theme = 'auto' | 'light' | 'dark';
const ORDER: Theme[] = ['auto', 'light', 'dark'];

class Themes {
  choice = $state<Theme>(recall<Theme>('theme', 'auto'));

  constructor() {
    this.#show();
  }

  next(): Theme {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length] ?? 'auto';
    remember('theme', this.choice);
    this.#show();
    return this.choice;
  }

  #show(): void {
    document.documentElement.dataset.theme = this.choice;
  }
}

export const themes = new Themes();
