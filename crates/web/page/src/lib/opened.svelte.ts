// What is unfolded on a page, by name. A link has it as `open`, so that whoever follows it sees no
// less than whoever sent it.

import { createContext } from 'svelte';
import { listIn, listText } from './query';

/** What a name may be; whatever else a link says is passed over. */
const NAME = /^[a-z-]{1,24}$/;
/** As many as any page can have. */
const MOST = 24;

export class Opened {
  #names = $state.raw<readonly string[]>([]);

  read(query: URLSearchParams): void {
    const names = new Set(listIn(query, 'open').filter((name) => NAME.test(name)));
    this.#names = [...names].slice(0, MOST);
  }

  /** The value of the query. */
  get text(): string | undefined {
    return listText(this.#names);
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  set(name: string, isOpen: boolean): void {
    if (this.has(name) === isOpen) return;
    this.#names = isOpen ? [...this.#names, name] : this.#names.filter((other) => other !== name);
  }
}

/** What is unfolded on the page around a part. */
export const [getOpened, setOpened] = createContext<Opened>();
