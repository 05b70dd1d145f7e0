import { describe, expect, it } from 'vitest';
import { SQUARES } from '../chess/position';
import { byWinner, distances, records, type EndingStats } from './ending';
import { images, tally, winnerOf } from './kings';
import { menIn, type Layer } from './layers';

const KQK = '8/8/8/5k2/8/8/1Q6/K7';
const drawn = (turn: string, plies?: number) => ({
  position: `${KQK} ${turn} - - 0 1`,
  ...(plies === undefined ? {} : { ratings: [{ scale: 'dtm.plies', value: plies }] }),
});

describe('kings', () => {
  it.each([
    ['w', 19, 'w'],
    ['b', 20, 'w'],
    ['w', 4, 'b'],
    ['b', 3, 'b'],
    ['w', undefined, undefined],
  ])('%s to move, %s plies', (turn, plies, winner) => expect(winnerOf(drawn(turn, plies))).toBe(winner));

  it('knows squares that play the same part', () => {
    expect(images(['a1', 'b3'], true)).toEqual([['a1', 'b3'], ['h1', 'g3']]);
    expect(images(['a1', 'b3'], false)).toHaveLength(8);
    expect(images(['a1', 'b2'], false)).toHaveLength(4);
  });

  it('counts each orientation once', () => {
    const counts = tally([drawn('w', 19), drawn('w')], 'w');
    expect(counts.reduce((sum, { all }) => sum + all, 0)).toBe(16);
    expect(counts[SQUARES.indexOf('a1')]).toEqual({ won: 2, all: 4 });
    expect(counts[SQUARES.indexOf('e4')]).toEqual({ won: 0, all: 0 });
  });
});

describe('endings', () => {
  it('tells who wins, whoever is to move', () => {
    expect(byWinner({ win: 1, draw: 2, loss: 3 }, 'w')).toEqual([1, 2, 3]);
    expect(byWinner({ win: 1, draw: 2, loss: 3 }, 'b')).toEqual([3, 2, 1]);
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
