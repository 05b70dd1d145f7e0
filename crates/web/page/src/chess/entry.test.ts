import { describe, expect, test } from 'vitest';
import { understand } from './entry';

const moves = [
  { uci: 'e1g1', san: 'O-O' },
  { uci: 'b1c3', san: 'Nbc3' },
  { uci: 'd1c3', san: 'Ndc3+' },
  { uci: 'b3c4', san: 'bxc4' },
  { uci: 'f1c4', san: 'Bxc4#' },
  { uci: 'a7a8q', san: 'a8=Q' },
  { uci: 'a7a8n', san: 'a8=N' },
  { uci: 'h2h3', san: 'h3' },
];

describe('a typed move', () => {
  test.each([
    ['0-0', 'e1g1'],
    ['o-o', 'e1g1'],
    ['E1G1', 'e1g1'],
    ['Nbc3', 'b1c3'],
    ['ndc3', 'd1c3'],
    ['Nc3', undefined],
    ['bc4', 'b3c4'],
    ['Bc4', 'f1c4'],
    ['Bf1c4', 'f1c4'],
    ['1. Bxc4#', 'f1c4'],
    ['a8Q', 'a7a8q'],
    ['a8=n', 'a7a8n'],
    ['a8', undefined],
    ['h3', 'h2h3'],
    ['h4', undefined],
    ['', undefined],
  ])('%s', (text, uci) => expect(understand(text, moves)?.uci).toBe(uci));
});
