import { expect, test } from 'vitest';
import { foldableNodes, type Attack, type Reply, type Tree } from '../chess/solution';
import { foldingOf } from './folding';

const attack = (uci: string, values: Partial<Attack> = {}): Attack => ({ uci, san: uci, moves: 1, ...values });
const reply = (uci: string, ...answers: Attack[]): Reply => ({ uci, san: uci, answers });

/** A key with a threat that has play and two defences, one of them short; set play; a try. */
const deep = attack('a1a2', { variations: [reply('h8h7', attack('a2a3'))] });
const threat = attack('b1b2', { variations: [reply('g8g7', deep)] });
const key = attack('c1c2', { threats: [threat], variations: [reply('h8h6', deep), reply('h8h5', attack('d1d2'))] });
const tree: Tree = {
  keys: [attack('e1e2'), key],
  set_play: [reply('f8f7', deep)],
  tries: [{ uci: 'f1f2', san: 'f1f2', refutations: [{ uci: 'f8f6', san: 'f8f6' }] }],
};

test('the nodes of a tree are counted as they are seen', () => {
  const names = foldableNodes(tree).map((node) => (typeof node === 'string' ? node : node.uci));
  expect(names).toEqual(['c1c2', 'b1b2', 'g8g7', 'a1a2', 'h8h6', 'a1a2', 'set play', 'f8f7', 'a1a2', 'tries']);
  expect(foldableNodes({})).toEqual([]);
});

test('keys are open until they are folded, all else is folded until it is opened', () => {
  let folds: readonly number[] = [];
  const folding = foldingOf(tree, () => folds, (changed) => (folds = changed));
  expect([key, threat, 'tries' as const].map(folding.isOpen)).toEqual([true, false, false]);
  folding.set('tries', true);
  folding.set(threat, true);
  folding.set(key, false);
  folding.set(key, false);
  expect(folds).toEqual([1, 2, 10]);
  expect([key, threat, 'tries' as const].map(folding.isOpen)).toEqual([false, true, true]);
  folding.set('tries', false);
  expect(folds).toEqual([1, 2]);
});

test('numbers that no node has open nothing', () => {
  const folding = foldingOf(tree, () => [99], () => undefined);
  expect(foldableNodes(tree).filter(folding.isOpen)).toEqual([key]);
});
