import { expect, test } from 'vitest';
import { formatPgn, numbered, numberedAsProblem } from './pgn';
import { START } from './position';

test('moves are numbered from either side', () => {
  expect(numbered(START, ['e4', 'e5', 'Nf3'])).toEqual(['1. e4', 'e5', '2. Nf3']);
  expect(numbered('8/8/8/8/8/8/8/K1k5 b - - 0 7', ['Kc2', 'Ka2'])).toEqual(['7... Kc2', '8. Ka2']);
});

test('problems are numbered from whoever begins, series move by move', () => {
  expect(numberedAsProblem(['b', 'w', 'b', 'w'], ['a', 'b', 'c', 'd'])).toEqual(['1. a', 'b', '2. c', 'd']);
  expect(numberedAsProblem(['w', 'w', 'w', 'b'], ['a', 'b', 'c', 'd'])).toEqual(['1. a', '2. b', '3. c', 'd']);
});

test('a game from a position says so', () => {
  const pgn = formatPgn({ fen: '7k/5K2/8/8/8/8/8/6Q1 w - - 0 1', sans: ['Qg7#'], result: '1-0' });
  expect(pgn).toContain('[SetUp "1"]\n[FEN "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"]');
  expect(pgn).toMatch(/\n\n1\. Qg7# 1-0\n$/);
});

test('long games are wrapped', () => {
  const pgn = formatPgn({ fen: START, sans: Array.from({ length: 60 }, () => 'Ng1f3'), result: '*' });
  expect(Math.max(...pgn.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
