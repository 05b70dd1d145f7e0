// Legal moves, which are the server's to know.

import type { NamedMove } from '../chess/entry';
import { ask } from './api';

interface MoveList {
  check: boolean;
  moves: NamedMove[];
}

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
