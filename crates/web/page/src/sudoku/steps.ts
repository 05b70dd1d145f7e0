// Steps of a solution as the server tells them, and what they do to a grid.

import type { Marks } from './marks';
import { candidates, changed } from './marks';
import { allPeers, cellNamed, valueOf, type Shape } from './shape';

export interface Step {
  technique: string;
  rating?: number;
  placed: string[];
  removed: string[];
  cells: string[];
  others: string[];
  houses: string[];
  sentence: string;
}

/** What stands out on a grid. */
export interface Highlights {
  cells: ReadonlySet<number>;
  others: ReadonlySet<number>;
  houses: readonly string[];
  /** Values that a step places, by cell. */
  placed: ReadonlyMap<number, number>;
  /** Candidates that a step removes, by cell. */
  removed: ReadonlyMap<number, readonly number[]>;
}

export const noHighlights: Highlights = {
  cells: new Set(),
  others: new Set(),
  houses: [],
  placed: new Map(),
  removed: new Map(),
};

const cellSet = (shape: Shape, names: readonly string[]): Set<number> =>
  new Set(names.flatMap((name) => cellNamed(shape, name) ?? []));

/** Cells and values of texts such as `r1c4=4` and `r1c4<>4`. */
function facts(shape: Shape, texts: readonly string[]): [number, number][] {
  return texts.flatMap((text) => {
    const found = /^(r\d+c\d+)(?:=|<>)(\w)$/.exec(text);
    const cell = found ? cellNamed(shape, found[1]!) : undefined;
    return found && cell !== undefined ? [[cell, valueOf(found[2]!)] as [number, number]] : [];
  });
}

export function highlightsOf(shape: Shape, step: Step): Highlights {
  const removed = new Map<number, number[]>();
  for (const [cell, value] of facts(shape, step.removed)) removed.set(cell, [...(removed.get(cell) ?? []), value]);
  return {
    cells: cellSet(shape, step.cells),
    others: cellSet(shape, step.others),
    houses: step.houses,
    placed: new Map(facts(shape, step.placed)),
    removed,
  };
}

/** The cells and houses that a sentence speaks of, as `look at row 3 for 5`. */
export function highlightsIn(shape: Shape, sentence: string): Highlights {
  return {
    ...noHighlights,
    cells: cellSet(shape, sentence.match(/r\d+c\d+/g) ?? []),
    houses: sentence.match(/(row|column|box) \d+/g) ?? [],
  };
}

/**
 * The grid after a step; placed values are no notes any more for the cells that they see. A cell that loses
 * candidates and has no notes gets what is left as its notes, so that the step can be seen.
 */
export function applied(shape: Shape, givens: readonly number[], marks: Marks, step: Step): Marks {
  const removed = facts(shape, step.removed);
  const struck = marks.struck.map((list) => [...list]);
  for (const [cell, value] of removed) if (!struck[cell]!.includes(value)) struck[cell]!.push(value);
  const losing = new Set(removed.map(([cell]) => cell));
  const left = candidates(shape, givens.map((given, cell) => given || marks.placed[cell]!), struck);
  const notes = marks.notes.map((list, cell) =>
    losing.has(cell) && !list.length ? left[cell]! : list.filter((value) => !struck[cell]!.includes(value)),
  );
  const before: Marks = { ...marks, struck, notes };
  return facts(shape, step.placed).reduce((after, [cell, value]) => withValue(shape, after, cell, value), before);
}

/** The grid with a value in a cell, or without one if it is 0. */
export function withValue(shape: Shape, marks: Marks, cell: number, value: number): Marks {
  const peers = new Set(value ? allPeers(shape)[cell] : []);
  return {
    ...marks,
    placed: changed(marks.placed, cell, value),
    notes: marks.notes.map((list, place) => {
      if (place === cell) return value ? [] : list;
      return peers.has(place) && list.includes(value) ? list.filter((note) => note !== value) : list;
    }),
  };
}
