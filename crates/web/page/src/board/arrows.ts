// Arrows over a board, in a field of eight by eight.

import { FILES, type Square } from '../chess/position';

export interface Arrow {
  from: Square;
  to: Square;
  /** What it says; the line differs as well as the colour. */
  kind: 'good' | 'bad' | 'hint';
}

/** How strong a hint can be: the man is marked, then an arrow shows its move. */
export const STRONGEST_HINT = 2;

/** The centre of a square. */
function centre(square: Square, flipped: boolean): { x: number; y: number } {
  const file = FILES.indexOf(square[0] as (typeof FILES)[number]);
  const rank = Number(square[1]) - 1;
  return flipped ? { x: 7.5 - file, y: rank + 0.5 } : { x: file + 0.5, y: 7.5 - rank };
}

/** Where the shaft ends and the three corners of the head stand. */
export function outline({ from, to }: Arrow, flipped: boolean): { shaft: string; head: string } {
  const a = centre(from, flipped);
  const b = centre(to, flipped);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const at = (along: number, aside: number) =>
    `${(a.x + ux * along - uy * aside).toFixed(3)} ${(a.y + uy * along + ux * aside).toFixed(3)}`;
  const tip = length - 0.1;
  return {
    shaft: `M${at(0.3, 0)}L${at(tip - 0.3, 0)}`,
    head: `M${at(tip, 0)}L${at(tip - 0.36, 0.2)}L${at(tip - 0.36, -0.2)}Z`,
  };
}
