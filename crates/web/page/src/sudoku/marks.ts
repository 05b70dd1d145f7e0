// What is on a grid: values, notes, colours; and the texts that commands read.

import { allHouses, allPeers, boxesText, nameOfCell, symbolOf, valueOf, type Shape } from './shape';

/** All that a player can change. Nothing in it is ever changed in place. */
export interface Marks {
  /** Values by cell, 0 for none; givens are not among them. */
  readonly placed: readonly number[];
  /** Notes by cell that the player wrote. */
  readonly notes: readonly (readonly number[])[];
  /** Candidates by cell that are known to be none. */
  readonly struck: readonly (readonly number[])[];
  /** Colours by cell, 0 for none. */
  readonly colors: readonly number[];
}

export function noMarks({ side }: Shape): Marks {
  const cells = side * side;
  const empty = Array.from({ length: cells }, (): number[] => []);
  return { placed: Array<number>(cells).fill(0), notes: empty, struck: empty, colors: Array<number>(cells).fill(0) };
}

export const readLine = (line: string): number[] => [...line].map(valueOf);
export const writeLine = (values: readonly number[]): string => values.map(symbolOf).join('');

/** Lists of values by cell, as an address has them: symbols, and a point between cells. */
export const writeLists = (lists: readonly (readonly number[])[]): string =>
  lists.map((list) => list.map(symbolOf).join('')).join('.').replace(/\.+$/, '');

/** The lists of so many cells; what is no value is passed over. */
export function readLists(text: string, { side }: Shape): number[][] {
  const lists = text.split('.').map((symbols) => [...new Set(readLine(symbols))]);
  const isValue = (value: number) => value > 0 && value <= side;
  return Array.from({ length: side * side }, (_, cell) => (lists[cell] ?? []).filter(isValue));
}

/** A list with one item changed. */
export const changed = <T>(list: readonly T[], index: number, item: T): T[] =>
  list.map((old, place) => (place === index ? item : old));

/** For each empty cell the values that no cell it sees has, less those struck. */
export function candidates(shape: Shape, values: readonly number[], struck: Marks['struck']): number[][] {
  const all = Array.from({ length: shape.side }, (_, index) => index + 1);
  return allPeers(shape).map((peers, cell) => {
    if (values[cell]) return [];
    const seen = new Set(peers.map((peer) => values[peer]));
    return all.filter((value) => !seen.has(value) && !struck[cell]!.includes(value));
  });
}

/** Cells whose value is twice in a house. */
export function conflicts(shape: Shape, values: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const house of allHouses(shape)) {
    const first = new Map<number, number>();
    for (const cell of house) {
      const value = values[cell]!;
      const other = first.get(value);
      if (value && other !== undefined) found.add(cell).add(other);
      else first.set(value, cell);
    }
  }
  return found;
}

/** The arguments that name a grid of which only the values matter. */
export const gridOf = (shape: Shape, values: readonly number[]): { grid: string; boxes: string } => ({
  grid: writeLine(values),
  boxes: boxesText(shape),
});

/** The arguments that name a grid with what was placed and struck, as far as a format can tell. */
export function stateOf(
  shape: Shape,
  givens: readonly number[],
  { placed, struck }: Pick<Marks, 'placed' | 'struck'>,
): { grid: string; boxes: string; from?: string } {
  const values = givens.map((given, cell) => given || placed[cell]!);
  const boxes = boxesText(shape);
  if (shape.side === 9 && boxes === '3x3') return { grid: hodokuLine(givens, placed, struck), boxes, from: 'hodoku' };
  if (struck.every((list) => list.length === 0)) return { grid: writeLine(values), boxes };
  return { grid: candidatesLine(shape, values, struck), boxes, from: 'candidates' };
}

function hodokuLine(givens: readonly number[], placed: readonly number[], struck: Marks['struck']): string {
  const cells = givens.map((given, cell) => (given ? given : placed[cell] ? `+${placed[cell]}` : '.')).join('');
  const name = (cell: number) => `${Math.floor(cell / 9) + 1}${(cell % 9) + 1}`;
  const isOpen = (cell: number) => !givens[cell] && !placed[cell];
  const deleted = struck.flatMap((list, cell) => (isOpen(cell) ? list.map((value) => `${value}${name(cell)}`) : []));
  return `:0000:x:${cells}:${deleted.join(' ')}::`;
}

/** A symbol for each candidate. A single one that no other cell could have would be read as a given, so it keeps company. */
function candidatesLine(shape: Shape, values: readonly number[], struck: Marks['struck']): string {
  const left = candidates(shape, values, struck);
  const all = candidates(shape, values, struck.map(() => []));
  const peers = allPeers(shape);
  const isAlone = (cell: number) =>
    left[cell]!.length === 1 && !peers[cell]!.some((peer) => left[peer]!.includes(left[cell]![0]!));
  return values
    .map((value, cell) => {
      const open = value ? [value] : isAlone(cell) ? all[cell]! : left[cell]!;
      return Array.from({ length: shape.side }, (_, index) => (open.includes(index + 1) ? symbolOf(index + 1) : '.')).join('');
    })
    .join('');
}

/** A cell and what is in it, as a screen reader says it. */
export function spokenCell(
  shape: Shape,
  cell: number,
  { given, value, notes, words }: { given: boolean; value: number; notes: readonly number[]; words: readonly string[] },
): string {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(nameOfCell(shape, cell)) ?? [];
  const content = value
    ? `${given ? 'given' : 'value'} ${symbolOf(value)}`
    : notes.length
      ? `empty, notes ${notes.map(symbolOf).join(' ')}`
      : 'empty';
  return [`row ${row} column ${column}`, content, ...words].join(', ');
}
