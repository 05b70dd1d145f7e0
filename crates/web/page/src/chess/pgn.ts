// A game as PGN, the position it began from included.

import { START, other, parseFen, type Color } from './position';

export interface Game {
  fen: string;
  sans: readonly string[];
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
  tags?: Record<string, string>;
}

/** Moves with their numbers, as text wants them. */
export function numbered(fen: string, sans: readonly string[]): string[] {
  let { turn, moveNumber } = parseFen(fen);
  return sans.map((san, index) => {
    const number = turn === 'w' ? `${moveNumber}. ` : index === 0 ? `${moveNumber}... ` : '';
    if (turn === 'b') moveNumber += 1;
    turn = other(turn);
    return number + san;
  });
}

/** Moves as problemists number them: 1 is the first move of whoever begins. `sides` says who makes each. */
export function numberedAsProblem(sides: readonly Color[], sans: readonly string[]): string[] {
  let number = 0;
  return sans.map((san, index) => (sides[index] === sides[0] ? `${(number += 1)}. ${san}` : san));
}

export function formatPgn({ fen, sans, result, tags = {} }: Game): string {
  const setUp: Record<string, string> = fen === START ? {} : { SetUp: '1', FEN: fen };
  const all = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', ...tags, Result: result, ...setUp };
  const header = Object.entries(all).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`);
  return `${header.join('\n')}\n\n${wrapped([...numbered(fen, sans), result].join(' '))}\n`;
}

const wrapped = (text: string): string => text.replace(/(.{1,79})(\s|$)/g, '$1\n').trimEnd();
