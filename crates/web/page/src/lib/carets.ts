// The line of carets under an input. Places are bytes of UTF-8; carets stand
// under characters.

export function carets(line: string, places: readonly { start: number; end: number }[]): string {
  const encoder = new TextEncoder();
  let byte = 0;
  let marks = '';
  const covers = (from: number) => places.some(({ start, end }) => from >= start && from < Math.max(end, start + 1));
  for (const letter of line) {
    marks += covers(byte) ? '^' : ' ';
    byte += encoder.encode(letter).length;
  }
  if (covers(byte)) marks += '^';
  return marks.trimEnd();
}
