import { expect, test } from 'vitest';
import { losses } from './download';

test('losses are the sentences of a list, whatever the header is', () => {
  const cases: [string | null, string[]][] = [
    [null, []],
    ['["two left out","one cut"]', ['two left out', 'one cut']],
    ['["one", 2]', ['one']],
    ['{"a":1}', []],
    ['nonsense', []],
  ];
  for (const [header, expected] of cases) expect(losses(header), header ?? 'none').toEqual(expected);
});
