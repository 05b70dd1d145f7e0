// Legal moves, which are the server's to know.

import { replay } from '../chess/position';
import { ask } from './api';
import type { MoveNames, MovesFound } from './questions';

/** What the server answers without a filter. */
type MoveList = Pick<Extract<MovesFound, { moves: MoveNames[] }>, 'check' | 'moves'>;

const known = new Map<string, Promise<MoveList>>();

/** The legal moves of a position, remembered for a while. */
export function legalMoves(fen: string): Promise<MoveList> {
  let found = known.get(fen);
  if (!found) {
    found = ask<MoveList>('board moves', { fen }).then(({ result }) => result ?? { check: false, moves: [] });
    found.catch(() => known.delete(fen));
    if (known.size > 500) known.clear();
    known.set(fen, found);
  }
  return found;
}

/** Moves from a position on, up to the first that is not legal; links may say anything. */
export async function legalPart(start: string, moves: readonly string[]): Promise<string[]> {
  const fens = replay(start, moves);
  const lists = moves.map((_, ply) => legalMoves(fens[ply]!));
  // Beyond an illegal move a refusal means nothing.
  for (const list of lists) list.catch(() => undefined);
  for (const [ply, uci] of moves.entries()) {
    const { moves: legal } = await lists[ply]!;
    if (!legal.some((move) => move.uci === uci)) return moves.slice(0, ply);
  }
  return [...moves];
}
