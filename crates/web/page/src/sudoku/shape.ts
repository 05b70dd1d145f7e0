// The shape of a sudoku: its side, its boxes, and what follows from them.

export interface Shape {
  readonly side: number;
  /** Width and height of a box. */
  readonly boxes: readonly [number, number];
}

/** The largest grid that the page shows. */
export const LARGEST = 25;

const SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A value by its symbol: 12 is C. */
export const symbolOf = (value: number): string => (value === 0 ? '.' : (SYMBOLS[value - 1] ?? '?'));

/** The value of a symbol; 0 for an empty cell and whatever else. */
export const valueOf = (symbol: string): number => SYMBOLS.indexOf(symbol.toUpperCase()) + 1;

/** Boxes as square as can be, and rather wide than high. */
export function usualBoxes(side: number): [number, number] {
  let height = Math.floor(Math.sqrt(side));
  while (side % height !== 0) height -= 1;
  return [side / height, height];
}

/** The shape of a text with one symbol for each cell; undefined if there is none. */
export function shapeOf(line: string, boxes?: string): Shape | undefined {
  const side = Math.sqrt(line.length);
  if (!Number.isInteger(side) || side < 2 || side > LARGEST) return undefined;
  const found = /^(\d+)x(\d+)$/.exec(boxes ?? '');
  const [width, height] = found ? [Number(found[1]), Number(found[2])] : usualBoxes(side);
  return width * height === side ? { side, boxes: [width, height] } : undefined;
}

/** The boxes as commands take them, as `3x2`. */
export const boxesText = ({ boxes }: Shape): string => boxes.join('x');

export const hasUsualBoxes = (shape: Shape): boolean => boxesText(shape) === usualBoxes(shape.side).join('x');

export const rowOf = (shape: Shape, cell: number): number => Math.floor(cell / shape.side);
export const columnOf = (shape: Shape, cell: number): number => cell % shape.side;

export function boxOf(shape: Shape, cell: number): number {
  const [width, height] = shape.boxes;
  const across = shape.side / width;
  return Math.floor(rowOf(shape, cell) / height) * across + Math.floor(columnOf(shape, cell) / width);
}

export type HouseKind = 'row' | 'column' | 'box';
const HOUSES: Record<HouseKind, (shape: Shape, cell: number) => number> = { row: rowOf, column: columnOf, box: boxOf };

/** The cells of a house, which are counted from 0. */
export function houseCells(shape: Shape, kind: HouseKind, index: number): number[] {
  return allCells(shape).filter((cell) => HOUSES[kind](shape, cell) === index);
}

export const allCells = ({ side }: Shape): number[] => Array.from({ length: side * side }, (_, cell) => cell);

/** All houses of a shape: its rows, columns and boxes. */
export function allHouses(shape: Shape): number[][] {
  const houses = Array.from({ length: 3 * shape.side }, (): number[] => []);
  for (const cell of allCells(shape)) {
    houses[rowOf(shape, cell)]!.push(cell);
    houses[shape.side + columnOf(shape, cell)]!.push(cell);
    houses[2 * shape.side + boxOf(shape, cell)]!.push(cell);
  }
  return houses;
}

const known = new Map<string, readonly (readonly number[])[]>();

/** For each cell, those that share a house with it. */
export function allPeers(shape: Shape): readonly (readonly number[])[] {
  const name = boxesText(shape);
  const found = known.get(name) ?? findPeers(shape);
  known.set(name, found);
  return found;
}

function findPeers(shape: Shape): number[][] {
  const peers = allCells(shape).map(() => new Set<number>());
  for (const house of allHouses(shape)) {
    for (const cell of house) for (const other of house) if (other !== cell) peers[cell]!.add(other);
  }
  return peers.map((set) => [...set]);
}

/** A cell by its name, as `r1c9`; undefined if there is no such cell. */
export function cellNamed(shape: Shape, name: string): number | undefined {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  if (!found) return undefined;
  const [row, column] = [Number(found[1]) - 1, Number(found[2]) - 1];
  const isInside = row >= 0 && row < shape.side && column >= 0 && column < shape.side;
  return isInside ? row * shape.side + column : undefined;
}

export const nameOfCell = (shape: Shape, cell: number): string =>
  `r${rowOf(shape, cell) + 1}c${columnOf(shape, cell) + 1}`;

/** The rectangle of a house, as `box 3`, in cells; undefined if it is none. */
export function houseArea(shape: Shape, name: string): { x: number; y: number; width: number; height: number } | undefined {
  const found = /^(row|column|box) (\d+)$/.exec(name);
  const index = Number(found?.[2]) - 1;
  if (!found || index < 0 || index >= shape.side) return undefined;
  const [width, height] = shape.boxes;
  if (found[1] === 'row') return { x: 0, y: index, width: shape.side, height: 1 };
  if (found[1] === 'column') return { x: index, y: 0, width: 1, height: shape.side };
  const across = shape.side / width;
  return { x: (index % across) * width, y: Math.floor(index / across) * height, width, height };
}
