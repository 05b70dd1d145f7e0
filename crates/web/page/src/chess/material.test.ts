import { expect, test } from 'vitest';
import { materialOf, readMaterial } from './material';

test.each([
  ['KBNvK', 'KBNvK'],
  ['kbnk', 'KBNvK'],
  ['KNB v K', 'KBNvK'],
  ['krpkr', 'KRPvKR'],
  ['KQ', undefined],
  ['', undefined],
  ['QvK', undefined],
])('%s is read as %s', (text, material) => expect(readMaterial(text)).toBe(material));

test('a position belongs to an ending', () =>
  expect(materialOf('8/8/8/8/4k3/8/3NB3/4K3 w - - 0 1')).toBe('KBNvK'));
