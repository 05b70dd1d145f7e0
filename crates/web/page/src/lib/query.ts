// What the query of a link says. Links are typed, cut and old: what cannot be understood is passed
// over, and never an error.

/** A list, as moves in UCI. */
export const listIn = (query: URLSearchParams, name: string): string[] =>
  (query.get(name) ?? '').split(',').filter((item) => item);

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** Numbers from 1 on, each once and in order. */
export const numbersIn = (query: URLSearchParams, name: string): number[] =>
  [...new Set(listIn(query, name).map(Number).filter(isCount))].sort((a, b) => a - b);

/** A number from 1 on; 0 if there is none. */
export function numberIn(query: URLSearchParams, name: string, most = Infinity): number {
  const number = Number(query.get(name) ?? 0);
  return isCount(number) ? Math.min(number, most) : 0;
}

/** What is unfolded stays out of a link if it takes more than this, so that servers take the rest. */
const LONGEST = 1000;

export function listText(items: readonly (string | number)[]): string | undefined {
  const text = items.join(',');
  return text && text.length <= LONGEST ? text : undefined;
}
