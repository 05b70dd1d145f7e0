import { expect, it } from 'vitest';
import { brief, grouped, linearTicks, logTicks, percent, wholePercent } from './numbers';

it.each([
  [1, '1'],
  [1234567, '1\u202f234\u202f567'],
  ['98765432109876543210', '98\u202f765\u202f432\u202f109\u202f876\u202f543\u202f210'],
  [13.405, '13.40'],
])('groups %s', (number, text) => expect(grouped(number)).toBe(text));

it.each([[0, '0'], [999, '999'], [1500, '1.5 k'], [4865609, '4.87 M']])('is brief about %s', (number, text) =>
  expect(brief(number)).toBe(text),
);

it.each([[0, '0\u202f%'], [1, '100\u202f%'], [0.5, '50.0\u202f%'], [0.99999, '99.999\u202f%']])('percent of %s', (share, text) =>
  expect(percent(share)).toBe(text),
);

it.each([[0, 0], [0.0001, 1], [0.426, 43], [0.9999, 99], [1, 100]])('of a hundred, %s', (share, number) =>
  expect(wholePercent(share)).toBe(number),
);

it('has ticks that cover the largest value', () => {
  expect(logTicks(8902)).toEqual([1, 10, 100, 1000, 10000]);
  expect(logTicks(1)).toEqual([1, 10]);
  expect(linearTicks(4016)).toEqual([0, 2000, 4000, 6000]);
  expect(linearTicks(3)).toEqual([0, 1, 2, 3]);
  expect(linearTicks(0)).toEqual([0, 1]);
});
