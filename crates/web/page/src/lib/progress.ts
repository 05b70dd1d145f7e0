// Which puzzles this browser has seen solved.

import type { Puzzle } from './collections';
import { recall, remember } from './stored';

export type Mark = 'solved' | 'helped';

const keyOf = ({ kind, position, stipulation }: Puzzle): string => `${kind} ${position} ${stipulation}`;

export const markOf = (puzzle: Puzzle): Mark | undefined => recall<Record<string, Mark>>('progress', {})[keyOf(puzzle)];

export function mark(puzzle: Puzzle, value: Mark): void {
  const all = recall<Record<string, Mark>>('progress', {});
  const key = keyOf(puzzle);
  if (all[key] !== 'solved') remember('progress', { ...all, [key]: value });
}
