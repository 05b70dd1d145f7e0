import { expect, test } from 'vitest';
import { carets } from './carets';

test.each([
  ['8/9/8 w', [{ start: 2, end: 3 }], '  ^'],
  ['Kö3x', [{ start: 4, end: 5 }], '   ^'],
  ['e4', [{ start: 2, end: 2 }], '  ^'],
  ['abc', [], ''],
  ['abcdef', [{ start: 0, end: 2 }, { start: 4, end: 6 }], '^^  ^^'],
])('%s', (line, places, marks) => expect(carets(line, places)).toBe(marks));
