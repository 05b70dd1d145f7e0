import { describe, expect, test } from 'vitest';
import { demandWords, positionAfter, readDemand, readPlies } from './stipulation';

test.each([
  ['#2', { prefix: '#', moves: 2, half: false, play: 'forced' }],
  ['h#2.5', { prefix: 'h#', moves: 2, half: true, play: 'help' }],
  ['ser-h#7', { prefix: 'ser-h#', moves: 7, half: false, play: 'series' }],
  ['s#3', { prefix: 's#', moves: 3, half: false, play: 'forced' }],
  ['win', undefined],
  ['#', undefined],
])('%s', (text, demand) => expect(readDemand(text)).toEqual(demand));

test.each([
  ['8 plies', 8],
  ['1 ply', 1],
  ['PG 2.0', 4],
  ['PG 6.5', 13],
  ['PG 4', 8],
  ['?', undefined],
])('%s is %i plies long', (text, plies) => expect(readPlies(text)).toBe(plies));

describe('a demand in words', () => {
  test.each([
    ['mate', '8/8/8/8/8/8/8/8 w - - 0 1', '#2', 'White to move and mate in 2'],
    ['mate', '8/8/8/8/8/8/8/8 b - - 0 1', 'h#2', 'Both help: Black begins and is mated in 2'],
    ['mate', '8/8/8/8/8/8/8/8 w - - 0 1', 'h#2.5', 'Both help: White begins and mates in 2½'],
    ['endgame', '8/8/8/8/8/8/8/8 b - - 0 1', 'draw', 'Black to move and draw'],
    ['proof', '8/8/8/8/8/8/8/8', '5 plies', 'How did this arise? The game took 2½ moves'],
    ['sudoku', '....', '4x4', 'Sudoku, 4×4'],
  ])('%s %s %s', (kind, position, stipulation, words) =>
    expect(demandWords(kind, position, stipulation)).toBe(words),
  );
});

test.each([
  ['#2', ['a1a2'], 'b'],
  ['ser-#3', ['a1a2'], 'w'],
  ['ser-#3', ['a1a2', 'a2a3'], 'w'],
  ['ser-#3', ['a1a2', 'a2a3', 'a3a4'], 'b'],
  ['ser-h#2', ['a1a2', 'a2a3'], 'b'],
])('after %s with %j it is the turn of %s', (stipulation, moves, turn) => {
  const after = positionAfter('7k/8/8/8/8/8/8/K7 w - - 0 1', readDemand(stipulation), moves);
  expect(after.split(' ')[1]).toBe(turn);
});
