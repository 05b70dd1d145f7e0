/** A list of numbers with one put in or taken out, in order. */
export const toggled = (list: readonly number[], item: number): number[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item].sort((a, b) => a - b);
