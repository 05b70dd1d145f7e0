// Numbers as people read them, and the ticks of axes.

/** With a narrow space between thousands; a text is a number too large for the page. */
export function grouped(number: number | string): string {
  const text = typeof number === 'number' && !Number.isInteger(number) ? number.toFixed(2) : String(number);
  const [whole = '', part] = text.split('.');
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return part === undefined ? digits : `${digits}.${part}`;
}

const UNITS = ['', ' k', ' M', ' G', ' T', ' P'];

/** In few letters, for axes: 1 500 000 is 1.5 M. */
export function brief(number: number): string {
  let unit = 0;
  let rest = number;
  while (rest >= 1000 && unit < UNITS.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${Number(rest.toPrecision(3))}${UNITS[unit]}`;
}

/** A share in percent, with as many places as it needs to be told from none and all. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}\u202f%`;
  const value = share * 100;
  const places = value > 99.95 || value < 0.1 ? 3 : 1;
  return `${value.toFixed(places)}\u202f%`;
}

/** A share of a hundred; 0 and 100 are none and all. */
export function wholePercent(share: number): number {
  const rounded = Math.round(share * 100);
  return share === 0 || share === 1 ? rounded : Math.min(99, Math.max(1, rounded));
}

/** Powers of ten from 1 to above the largest value; every second, third … if there are many. */
export function logTicks(largest: number, most = 7): number[] {
  const top = Math.max(1, Math.ceil(Math.log10(Math.max(1, largest))));
  const step = Math.ceil(top / most);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => 10 ** (index * step));
}

/** Round steps from 0 to above the largest value. */
export function linearTicks(largest: number, count = 4): number[] {
  if (largest <= 0) return [0, 1];
  const raw = largest / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power);
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}
