import { describe, expect, test } from 'vitest';
import { firstGroups, grouped, unmoveName, type Unmove } from './unmoves';

const unmove = (uci: string, fen: string, captured: string | null = null): Unmove => ({ uci, fen, captured, san: '' });

describe('an unmove', () => {
  test.each([
    ['d7–d5', unmove('d7d5', '8/3p4/8/8/3k4/8/8/K7 b - - 0 1')],
    ['d6–d5', unmove('d6d5', '8/8/3p4/8/3k4/8/8/K7 b - - 0 1')],
    ['c4–c3', unmove('c4c3', '8/8/8/8/1Ppk4/8/8/K7 b - - 0 1')],
    ['c4–c3 (after b2–b4)', unmove('c4c3', '8/8/8/8/1Ppk4/8/8/K7 b - b3 0 1')],
    ['Kc4×d4', unmove('c4d4', '8/8/8/8/2kQ4/8/8/K7 b - - 0 1', 'queen')],
    ['e5×d6 e.p.', unmove('e5d6', '4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1', 'pawn')],
    ['b7–b8=Q', unmove('b7b8q', '8/1P6/8/4k3/8/8/8/K7 w - - 0 1')],
    ['O-O', unmove('e1g1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1')],
    ['Ke1–d1 (castling K before)', unmove('e1d1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1')],
  ])('is %s', (name, move) => expect(unmoveName(move)).toBe(name));
});

describe('captures', () => {
  const fen = '8/8/8/8/2kQ4/8/8/K7 b - - 0 1';
  const men = ['bishop', 'knight', 'pawn', 'queen', 'rook'];
  const groups = grouped([...men.map((man) => unmove('c4d4', fen, man)), unmove('c4c3', fen)]);
  test('of one move are one group, in the order of the men', () => {
    expect(groups.map(({ name, moves }) => [name, moves.map(({ captured }) => captured)])).toEqual([
      ['Kc4×d4', ['queen', 'rook', 'bishop', 'knight', 'pawn']],
      ['Kc4–c3', [null]],
    ]);
  });
  test('are shown as whole groups', () => {
    expect(firstGroups(groups, 2).map(({ name }) => name)).toEqual(['Kc4×d4']);
    expect(firstGroups(groups, 6)).toHaveLength(2);
  });
});
