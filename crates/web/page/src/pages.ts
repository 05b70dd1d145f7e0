// The pages of the workshop; each is loaded when it is first opened.

import type { Component } from 'svelte';

export interface Page {
  path: string;
  title: string;
  load: () => Promise<{ default: Component }>;
}

export const pages: readonly Page[] = [
  { path: '/play', title: 'Play', load: () => import('./routes/Play.svelte') },
  { path: '/solve', title: 'Solve', load: () => import('./routes/Solve.svelte') },
  { path: '/sudoku', title: 'Sudoku', load: () => import('./routes/Sudoku.svelte') },
  { path: '/compose', title: 'Compose', load: () => import('./routes/Compose.svelte') },
  { path: '/collections', title: 'Collections', load: () => import('./routes/Collections.svelte') },
  { path: '/atlas', title: 'Atlas', load: () => import('./routes/Atlas.svelte') },
];

const home: Page = { path: '/', title: 'Workshop', load: () => import('./routes/Home.svelte') };
const missing: Page = { path: '', title: 'Not found', load: () => import('./routes/Missing.svelte') };

/** The page of a path; deeper paths belong to their first part. */
export function pageOf(path: string): Page {
  if (path === '/' || path === '') return home;
  return pages.find((page) => path === page.path || path.startsWith(`${page.path}/`)) ?? missing;
}
