import { expect, test } from 'vitest';
import { soundness, type Solution } from './solution';

const direct = (values: Partial<Solution>): Solution => ({
  fen: '',
  stipulation: '#2',
  moves: 2,
  verdict: 'one',
  shortest: 2,
  keys: ['a1a2'],
  duals: [],
  ...values,
});
const dual = { line: ['a1a2', 'h8h7'], moves: ['b1b2', 'b1b3'] };

test.each([
  ['sound', direct({})],
  ['dual', direct({ duals: [dual] })],
  ['cooked', direct({ verdict: 'many', keys: ['a1a2', 'b1b2'] })],
  ['short', direct({ shortest: 1 })],
  ['short', direct({ verdict: 'many', keys: ['a1a2', 'b1b2'], shortest: 1 })],
  ['none', direct({ verdict: 'none', keys: [], shortest: null })],
  ['open', direct({ verdict: 'open', keys: [], shortest: null })],
  ['open', direct({ duals: null })],
  ['sound', { ...direct({ count: 1, complete: true, lines: [['a1a2']] }), keys: undefined, duals: undefined }],
  ['cooked', { ...direct({ verdict: 'many', count: 3, lines: [['a1a2'], ['a1b1']] }), keys: undefined, duals: undefined }],
] as [string, Solution][])('%s: %j', (light, solution) => expect(soundness(solution).light).toBe(light));
