import { describe, expect, it } from 'vitest';
import { SQUARES } from '../chess/position';
import { byWinner, distances, records, tallies, type EndingStats } from './ending';
import { menIn, type Layer } from './layers';

describe('endings', () => {
  it('tells who wins, whoever is to move', () => {
    expect(byWinner({ win: 1, draw: 2, loss: 3 }, 'w')).toEqual([1, 2, 3]);
    expect(byWinner({ win: 1, draw: 2, loss: 3 }, 'b')).toEqual([3, 2, 1]);
  });
  it('counts what White wins by the square of a king', () => {
    const bySquare = (win: number) => Object.fromEntries(SQUARES.map((square, index) => [square, { win: win + index, draw: 2, loss: 3 }]));
    const side = { white: bySquare(100), black: bySquare(200) };
    const stats = { kings: { white_to_move: side, black_to_move: side } } as unknown as EndingStats;
    const at = (turn: 'w' | 'b', king: 'w' | 'b', square: string) => tallies(stats, turn, king)[SQUARES.indexOf(square)];
    expect(at('w', 'w', 'a8')).toEqual({ won: 100, all: 105 });
    expect(at('w', 'b', 'h1')).toEqual({ won: 263, all: 268 });
    expect(at('b', 'b', 'h1')).toEqual({ won: 3, all: 268 });
  });
  it('puts distances in order, without gaps', () => {
    const fen = '';
    const bins = [
      { category: 'draw', positions: 9, fen },
      { category: 'loss', moves: 3, positions: 5, fen },
      { category: 'loss', moves: 0, positions: 4, fen },
      { category: 'win', moves: 1, positions: 2, fen },
    ] as const;
    expect(distances(bins, 'b')).toEqual({ steps: [0, 1, 2, 3], white: [4, 0, 0, 5], black: [0, 2, 0, 0] });
    expect(distances([], 'w').steps).toEqual([]);
  });
  it('names the records that there are', () => {
    const none = { white_to_move: null, black_to_move: null };
    const stats = { longest: { ...none, white_to_move: { moves: 10, fen: 'x' } }, longest_loss: { ...none, black_to_move: { moves: 0, fen: 'y' } } };
    expect(records(stats as unknown as EndingStats)).toEqual([{ moves: 10, fen: 'x', turn: 'w', title: 'White to move and mates in 10' }]);
  });
});

it('lists the men of all layers', () => {
  const layer = (men: number[]) => ({ men: men.map((count) => ({ men: count, positions: 1, games: 1 })) }) as unknown as Layer;
  expect(menIn([layer([32]), layer([30, 31, 32])])).toEqual([32, 31, 30]);
});
