// Moves that can have been the last one, named so that no two look alike.

import type { UnmoveFound } from '../lib/questions';
import { castlingOf, other, parseFen, play, roleOf } from './position';

/** A move that was taken back, and the position before it. */
export type Unmove = Pick<UnmoveFound, 'uci' | 'san' | 'captured' | 'fen'>;

/** Unmoves that have a name in common, and differ at most by what was captured. */
export interface UnmoveGroup {
  name: string;
  moves: Unmove[];
}

/** `d7–d5`, `Kc4×d4`, `e5×d6 e.p.`, `b7–b8=Q`, `O-O`; and what else must have been before. */
export function unmoveName({ uci, captured, fen }: Unmove): string {
  const before = parseFen(fen);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const castle = castlingOf(before, from, to);
  if (castle) return castle.kingTo[0] === 'g' ? 'O-O' : 'O-O-O';
  const man = before.men.get(from);
  const letter = man && roleOf(man) !== 'P' ? roleOf(man) : '';
  const isEnPassant = letter === '' && captured !== null && to === before.enPassant;
  const promotion = uci[4] ? `=${uci[4].toUpperCase()}` : '';
  const name = `${letter}${from}${captured === null ? '–' : '×'}${to}${promotion}`;
  if (isEnPassant) return `${name} e.p.`;
  return [name, afterDoubleStep(fen), losingRights(fen, uci)].filter((part) => part).join(' ');
}

/** The double step that a right to capture en passant tells of. */
function afterDoubleStep(fen: string): string {
  const { enPassant, turn } = parseFen(fen);
  if (enPassant === '-') return '';
  const [start, goal] = other(turn) === 'w' ? ['2', '4'] : ['7', '5'];
  return `(after ${enPassant[0]}${start}–${enPassant[0]}${goal})`;
}

/** The rights to castle that the move gave up. */
function losingRights(fen: string, uci: string): string {
  const kept = parseFen(play(fen, uci)).castling;
  const lost = [...parseFen(fen).castling].filter((letter) => !kept.includes(letter)).join('');
  return lost ? `(castling ${lost} before)` : '';
}

/** By name, in the order in which they come. */
export function grouped(unmoves: readonly Unmove[]): UnmoveGroup[] {
  const groups = new Map<string, Unmove[]>();
  for (const unmove of unmoves) {
    const name = unmoveName(unmove);
    groups.set(name, [...(groups.get(name) ?? []), unmove]);
  }
  return [...groups].map(([name, moves]) => ({ name, moves: moves.sort((a, b) => place(a) - place(b)) }));
}

const MEN = ['queen', 'rook', 'bishop', 'knight', 'pawn'];
const place = ({ captured }: Unmove): number => MEN.indexOf(captured ?? '');

/** The letter of a captured man. */
export const capturedLetter = ({ captured }: Unmove): string =>
  ({ queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' })[captured ?? ''] ?? '';

/** Whole groups from the beginning, until they have this many moves. */
export function firstGroups(groups: readonly UnmoveGroup[], some: number): UnmoveGroup[] {
  let count = 0;
  return groups.filter(({ moves }) => {
    const isShown = count < some;
    count += moves.length;
    return isShown;
  });
}
