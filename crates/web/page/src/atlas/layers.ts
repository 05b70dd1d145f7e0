// The layers of the atlas as `sole atlas stats` tells them.

/** Positions and games; numbers of games beyond 64 bits are texts. */
export interface Count {
  positions: number;
  games: number | string;
}

export interface Layer extends Count {
  ply: number;
  unique: number;
  growth?: { positions: number; games: number };
  checks: Count;
  mates: Count;
  stalemates: Count;
  dead: Count;
  men: (Count & { men: number })[];
  published: boolean | null;
}

export type What = 'positions' | 'games';

export const countOf = (count: Count | undefined, what: What): number => Number(count?.[what] ?? 0);

/** The numbers of men that any layer has, most first. */
export const menIn = (layers: readonly Layer[]): number[] =>
  [...new Set(layers.flatMap(({ men }) => men.map((part) => part.men)))].sort((a, b) => b - a);
