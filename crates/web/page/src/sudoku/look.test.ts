import { expect, test } from 'vitest';
import { readLook, writeLook, type Look } from './look';

test.each([
  ['', undefined],
  ['hint=2', { kind: 'hint', number: 2 }],
  ['hint=7', { kind: 'hint', number: 3 }],
  ['hint=x&step=14', { kind: 'step', number: 14 }],
  ['step=0&set=-2&minimal=1', { kind: 'minimal', number: 1 }],
  ['step=3&hint=1', { kind: 'hint', number: 1 }],
  ['mistakes=1.5', undefined],
] as [string, Look | undefined][])('%s is looked at as %j', (query, look) =>
  expect(readLook(new URLSearchParams(query))).toEqual(look),
);

test('a link is read as it is written', () => {
  const looks: (Look | undefined)[] = [undefined, { kind: 'set', number: 3 }, { kind: 'mistakes', number: 1 }];
  for (const look of looks) {
    const pairs = Object.entries(writeLook(look)).flatMap(([name, value]) => (value ? [[name, value]] : []));
    expect(readLook(new URLSearchParams(pairs))).toEqual(look);
  }
});
