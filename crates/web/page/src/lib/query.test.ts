import { expect, test } from 'vitest';
import { listIn, listText, numberIn, numbersIn } from './query';

const query = (text: string) => new URLSearchParams(text);

test.each([
  ['', []],
  ['tree=', []],
  ['tree=7,2,7', [2, 7]],
  ['tree=0,-1,1.5,x,,1e99,Infinity,3', [3]],
] as [string, number[]][])('numbers of %s', (text, numbers) => expect(numbersIn(query(text), 'tree')).toEqual(numbers));

test.each([
  ['', 0],
  ['hint=2', 2],
  ['hint=99', 3],
  ['hint=-1', 0],
  ['hint=1.5', 0],
  ['hint=two', 0],
] as [string, number][])('number of %s', (text, number) => expect(numberIn(query(text), 'hint', 3)).toBe(number));

test('lists are written as they are read, unless they are too long', () => {
  expect(listIn(query('moves=e2e4,,e7e5'), 'moves')).toEqual(['e2e4', 'e7e5']);
  expect(listText(['e2e4', 'e7e5'])).toBe('e2e4,e7e5');
  expect(listText([])).toBeUndefined();
  expect(listText(Array(400).fill(1000))).toBeUndefined();
});
