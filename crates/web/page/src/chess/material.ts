// Endings by the letters of their men, as `KBNvK`.

import { parseFen, type Color, type Role } from './position';

const ORDER: Role[] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/** The ending that a position belongs to. */
export function materialOf(fen: string): string {
  const men = [...parseFen(fen).men.values()];
  const side = (color: Color) =>
    ORDER.flatMap((role) => men.filter((man) => man === color + role).map(() => role)).join('');
  return `${side('w')}v${side('b')}`;
}

/** How many men an ending has. */
export const menOf = (material: string): number => material.replace(/v/i, '').length;

export interface Ending {
  material: string;
  name: string;
}

/** Endings worth knowing, from the first ones to learn on. */
export const ENDINGS: readonly { group: string; endings: readonly Ending[] }[] = [
  {
    group: 'Basic mates',
    endings: [
      { material: 'KQvK', name: 'Queen' },
      { material: 'KRvK', name: 'Rook' },
      { material: 'KBBvK', name: 'Two bishops' },
      { material: 'KBNvK', name: 'Bishop and knight' },
    ],
  },
  {
    group: 'Pawns',
    endings: [
      { material: 'KPvK', name: 'Pawn' },
      { material: 'KPvKP', name: 'Pawn against pawn' },
      { material: 'KQvKP', name: 'Queen against pawn' },
      { material: 'KRvKP', name: 'Rook against pawn' },
      { material: 'KBPvK', name: 'Bishop and pawn' },
    ],
  },
  {
    group: 'Piece against piece',
    endings: [
      { material: 'KQvKR', name: 'Queen against rook' },
      { material: 'KQvKB', name: 'Queen against bishop' },
      { material: 'KQvKN', name: 'Queen against knight' },
      { material: 'KRvKB', name: 'Rook against bishop' },
      { material: 'KRvKN', name: 'Rook against knight' },
    ],
  },
];

/** A name as tables have it, `kbnk` read as `KBNvK`; undefined if it cannot be one. */
export function readMaterial(text: string): string | undefined {
  const letters = text.trim().toUpperCase().replace(/[^KQRBNPV]/g, '');
  const found = /^(K[QRBNP]*)V?(K[QRBNP]*)$/.exec(letters);
  if (!found?.[1] || !found[2] || letters.length < 3) return undefined;
  const sorted = (side: string) =>
    [...side].sort((a, b) => ORDER.indexOf(a as Role) - ORDER.indexOf(b as Role)).join('');
  return `${sorted(found[1])}v${sorted(found[2])}`;
}
