// Moves that someone types: UCI, SAN with or without its marks, or a square alone.

export interface NamedMove {
  uci: string;
  san: string;
}

const bare = (text: string): string =>
  text.replace(/[+#!?=x:\-\s]/g, '').replace(/e\.?p\.?$/, '').replace(/0/g, 'O');

/** The legal move that a text means, if it means exactly one. */
export function understand<M extends NamedMove>(text: string, moves: readonly M[]): M | undefined {
  const wanted = bare(text.trim().replace(/^\d+\.+\s*/, ''));
  if (!wanted) return undefined;
  const attempts: ((move: M) => boolean)[] = [
    ({ uci }) => uci === wanted.toLowerCase(),
    ({ san }) => bare(san) === wanted,
    ({ san }) => bare(san).toLowerCase() === wanted.toLowerCase(),
    ({ uci }) => /^[a-h][1-8]$/.test(wanted) && uci.slice(2, 4) === wanted,
    ({ uci, san }) => san[0] === wanted[0] && uci === wanted.slice(1).toLowerCase(),
  ];
  for (const attempt of attempts) {
    const found = moves.filter(attempt);
    if (found.length === 1) return found[0];
  }
  return undefined;
}
