// Names of techniques and symmetries with their meanings, as the server lists them.

import { askMany } from '../lib/api';

export interface Named {
  name: string;
  summary: string;
}

const known = new Map<string, Promise<Named[]>>();

/** Asked once; a failure is not remembered. */
function listOf(parameter: string, field: string): Promise<Named[]> {
  let list = known.get(parameter);
  if (!list) {
    list = askMany<Record<string, Named[]>>('sudoku gen', { [parameter]: 'list' }).then(([first]) => first?.[field] ?? []);
    list.catch(() => known.delete(parameter));
    known.set(parameter, list);
  }
  return list;
}

/** All techniques by which sudokus are made, the easiest first. */
export const techniques = (): Promise<Named[]> => listOf('technique', 'techniques');

/** All symmetries that givens can have. */
export const symmetries = (): Promise<Named[]> => listOf('symmetry', 'symmetries');
