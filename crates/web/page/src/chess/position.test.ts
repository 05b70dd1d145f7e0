import { describe, expect, test } from 'vitest';
import { EMPTY, START, formatFen, longName, parseFen, play, replay } from './position';

describe('a FEN', () => {
  test.each([START, EMPTY, '8/8/8/8/4k3/8/3BN3/4K3 w - - 12 40', 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 5'])(
    'is written as it was read: %s',
    (fen) => expect(formatFen(parseFen(fen))).toBe(fen),
  );
});

describe('a move', () => {
  const castling = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9';
  test.each([
    ['a single step', START, 'g1f3', 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'],
    ['a double step with nobody beside', START, 'e2e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'],
    ['a double step beside a pawn', '4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 1', 'e2e4', '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1'],
    ['a capture en passant', '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1', 'd4e3', '4k3/8/8/8/8/4p3/8/4K3 w - - 0 2'],
    ['castling short', castling, 'e1g1', 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9'],
    ['castling long, by the rook', castling, 'e1a1', 'r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9'],
    ['a rook that moves', castling, 'h1h5', 'r3k2r/8/8/7R/8/8/8/R3K3 b Qkq - 4 9'],
    ['a rook that is taken', castling, 'h1h8', 'r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9'],
    ['a promotion', '8/P6k/8/8/8/8/8/K7 w - - 7 30', 'a7a8n', 'N7/7k/8/8/8/8/8/K7 b - - 0 30'],
  ])('%s', (_name, fen, uci, after) => expect(play(fen, uci)).toBe(after));

  test('plays a whole game', () => {
    const fens = replay(START, ['e2e4', 'e7e6', 'f1b5', 'e8e7', 'b5d7', 'c7c6', 'd7e8', 'e7e8']);
    expect(fens.at(-1)).toBe('rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 0 5');
  });

  test.each([
    [START, 'g1f3', 'Ng1f3'],
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'O-O'],
    ['4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1', 'd4e3', 'dxe3'],
    ['8/P6k/8/8/8/8/8/K7 w - - 7 30', 'a7a8n', 'a8=N'],
  ])('%s %s is named %s', (fen, uci, name) => expect(longName(fen, uci)).toBe(name));
});
