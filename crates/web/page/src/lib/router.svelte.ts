// Where the reader is: a path for the page, a query for its whole state.
//
// A route reads `router.query` and writes it back with `setQuery`, so that the
// address in the browser is always a link to what is seen. The menu leads back to the address at
// which a page was left.

import { recall, remember } from './stored';

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  /** The last query of each page, by the first part of its path. */
  #left = $state.raw(recall<Record<string, string>>('left', {}, 'tab'));

  constructor() {
    this.#keep();
    addEventListener('popstate', () => this.#read());
  }

  /** Opens an address of the workshop; a new entry in the history. */
  go(url: string): void {
    history.pushState(null, '', url);
    this.#read();
  }

  /** Writes the state of the page into the address. */
  setQuery(values: Record<string, string | undefined>, entry: 'push' | 'replace' = 'replace'): void {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
    const text = query.toString().replace(/%2F/g, '/').replace(/%2C/g, ',');
    const url = text ? `${location.pathname}?${text}` : location.pathname;
    if (url === location.pathname + location.search) return;
    if (entry === 'push') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    this.query = query;
    this.#keep();
  }

  /** The address at which a page was left in this tab; its beginning if it was not opened yet. */
  leftAt(path: string): string {
    return path + (this.#left[path] ?? '');
  }

  #keep(): void {
    const path = `/${location.pathname.split('/')[1]}`;
    if (this.#left[path] === location.search) return;
    this.#left = { ...this.#left, [path]: location.search };
    remember('left', this.#left, 'tab');
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.#keep();
  }
}

export const router = new Router();

/** Follows links inside the workshop without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!isPagePath(link.pathname) || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}

/** Whether the server answers a path with the page. */
function isPagePath(path: string): boolean {
  return !/^\/(api|standard|monitor)(\/|$)/.test(path) && !path.includes('.');
}
