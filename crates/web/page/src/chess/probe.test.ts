import { describe, expect, test } from 'vitest';
import { judge, movesToMate, verdict, type Category, type Probe, type ProbedMove } from './probe';

const flags = { checkmate: false, stalemate: false, insufficient_material: false, dtz: null };
const move = (san: string, category: Category, dtm: number | null): ProbedMove => ({
  uci: san,
  san,
  category,
  dtm,
  zeroing: false,
  ...flags,
});
const probe = (category: Category, dtm: number | null, moves: ProbedMove[]): Probe => ({
  category,
  dtm,
  moves,
  ...flags,
});

describe('a move is judged', () => {
  const won = probe('win', 5, [move('Qa7', 'loss', -4), move('Qb7', 'loss', -8), move('Qc7', 'draw', null)]);
  const drawn = probe('draw', null, [move('Ke2', 'draw', null), move('Ke1', 'win', 9)]);
  const lost = probe('loss', -8, [move('Kd5', 'win', 7), move('Kd6', 'win', 3)]);
  const mate = probe('win', 1, [{ ...move('Qg7#', 'loss', 0), checkmate: true }]);
  const ruled = probe('win', 9, [move('Ra1', 'loss', -8), move('Ra2', 'blessed-loss', -120)]);
  test.each([
    ['the quickest win', won, 'Qa7', 'Win kept', 'The quickest way.', []],
    ['a slower win', won, 'Qb7', 'Win kept', 'Mate in 5; Qa7 mates in 3.', []],
    ['a win thrown away', won, 'Qc7', 'Win lost', 'Now it is a draw.', ['Qa7', 'Qb7']],
    ['a draw held', drawn, 'Ke2', 'Draw held', '', []],
    ['a draw thrown away', drawn, 'Ke1', 'Draw lost', 'Now it is a loss.', ['Ke2']],
    ['long resistance', lost, 'Kd5', 'Still lost', 'The longest resistance.', []],
    ['short resistance', lost, 'Kd6', 'Still lost', 'Kd5 lasts longer.', []],
    ['mate', mate, 'Qg7#', 'Checkmate', '', []],
    ['too late for the rule', ruled, 'Ra2', 'Win lost', 'Now it is a win that the fifty-move rule makes a draw.', ['Ra1']],
  ])('%s', (_name, before, uci, title, detail, kept) =>
    expect(judge(before, uci)).toMatchObject({ title, detail, kept }),
  );

  test('an unknown move is not judged', () => expect(judge(won, 'Kh1')).toBeUndefined());
});

test.each([
  [1, 1],
  [2, 1],
  [-2, 1],
  [5, 3],
  [-6, 3],
])('%i plies are %i moves', (dtm, moves) =>
  expect(movesToMate({ category: 'win', dtm, ...flags })).toBe(moves),
);

test.each([
  ['win', 'White wins with best play'],
  ['loss', 'Black wins with best play'],
  ['draw', 'A draw with best play'],
  ['cursed-win', 'White would win, but for the fifty-move rule'],
] as const)('%s reads: %s', (category, words) =>
  expect(verdict({ category, dtm: null, ...flags }, 'White', 'Black')).toBe(words),
);
