// Where kings stand in a sample of positions, and how often White wins there.

import { FILES, SQUARES, kingSquare, parseFen, type Color, type Square } from '../chess/position';

/** A position that was drawn by lot: its distance to mate in plies is missing if it is a draw. */
export interface Drawn {
  position: string;
  ratings?: { scale: string; value: number }[];
}

export interface Tally {
  won: number;
  all: number;
}

/** Who wins: an odd distance is a win of the side to move. */
export function winnerOf({ position, ratings }: Drawn): Color | undefined {
  const plies = ratings?.find(({ scale }) => scale === 'dtm.plies')?.value;
  if (plies === undefined) return undefined;
  const { turn } = parseFen(position);
  const isMover = plies % 2 === 1;
  return isMover === (turn === 'w') ? 'w' : 'b';
}

type Point = readonly [number, number];
const MIRROR = (point: Point): Point => [7 - point[0], point[1]];
const FLIP = (point: Point): Point => [point[0], 7 - point[1]];
const TURN = (point: Point): Point => [point[1], point[0]];

/** Squares that play the same part: left and right, and without pawns all eight. */
export function images(squares: readonly Square[], hasPawns: boolean): Square[][] {
  const points = squares.map((square): Point => [FILES.indexOf(square[0] as 'a'), Number(square[1]) - 1]);
  let all: Point[][] = [points, points.map(MIRROR)];
  if (!hasPawns) {
    all = [...all, ...all.map((list) => list.map(FLIP))];
    all = [...all, ...all.map((list) => list.map(TURN))];
  }
  const names = all.map((list) => list.map(([file, rank]) => `${FILES[file]}${rank + 1}`));
  return [...new Map(names.map((list) => [list.join(), list])).values()];
}

/** For each square from a8 to h1: positions with that king there, and White's wins among them. */
export function tally(sample: readonly Drawn[], king: Color): Tally[] {
  const found = new Map<Square, Tally>(SQUARES.map((square) => [square, { won: 0, all: 0 }]));
  for (const drawn of sample) {
    const { men } = parseFen(drawn.position);
    const hasPawns = [...men.values()].some((man) => man[1] === 'P');
    const squares = [...men.keys()];
    const place = squares.indexOf(kingSquare(men, king) ?? '');
    for (const image of images(squares, hasPawns)) {
      const count = found.get(image[place] ?? '');
      if (!count) continue;
      count.all += 1;
      if (winnerOf(drawn) === 'w') count.won += 1;
    }
  }
  return SQUARES.map((square) => found.get(square)!);
}
