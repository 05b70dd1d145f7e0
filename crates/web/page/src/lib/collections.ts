// Collections of puzzles: what they hold, and how they are asked for.

import { address, getJson } from './api';

export interface Rating {
  scale: string;
  value: number;
  label?: string;
}

/** A record of docs/puzzle-format.md. */
export interface Puzzle {
  kind: string;
  position: string;
  stipulation: string;
  verdict: 'none' | 'one' | 'many' | 'open';
  solutions: string[];
  tags?: string[];
  ratings?: Rating[];
  source?: string;
}

/** A puzzle and its place in its collection, from 1. */
export interface Entry {
  id: number;
  puzzle: Puzzle;
}

export interface Shelf {
  name: string;
  count: number;
  kinds: Record<string, number>;
  error?: string;
}

export interface Facets {
  kinds: Record<string, number>;
  tags: Record<string, number>;
  lengths: Record<string, number>;
}

export interface Excerpt {
  name: string;
  total: number;
  matching: number;
  offset: number;
  puzzles: Entry[];
  facets: Facets;
}

/** What puzzles must be like; the names are those of the address as well. */
export interface Filter {
  kind?: string | undefined;
  tag?: string | undefined;
  length?: string | undefined;
  scale?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

export function filterOf(query: URLSearchParams): Filter {
  const value = (name: string) => query.get(name) ?? undefined;
  const scale = value('scale');
  return {
    kind: value('kind'),
    tag: value('tag'),
    length: value('length'),
    scale,
    min: scale && value('min'),
    max: scale && value('max'),
  };
}

/** The filter as a query. Bounds without a scale mean nothing, and are left out. */
export function filterQuery({ kind, tag, length, scale, min, max }: Filter): Record<string, string | undefined> {
  return { kind, tag, length, scale, min: scale && min, max: scale && max };
}

const base = (name: string): string => `/api/collection/${encodeURIComponent(name)}`;

export const shelves = (): Promise<{ collections: Shelf[] }> => getJson('/api/collection');

export const browse = (name: string, filter: Filter, offset: number, limit: number): Promise<Excerpt> =>
  getJson(address(base(name), { ...filterQuery(filter), offset, limit }));

export const one = (name: string, id: number): Promise<Entry> => getJson(`${base(name)}/${id}`);

export const fileAddress = (name: string, to: string, filter: Filter): string =>
  address(`${base(name)}/file`, { to, ...filterQuery(filter) });

/** Names of scales as people read them. */
const SCALES: Record<string, string> = {
  'mate.difficulty': 'Difficulty',
  'mate.quality': 'Composition points',
  'dtm.plies': 'Plies to mate',
  'proof.search': 'Search',
  'proof.delay': 'Delay',
  'proof.free': 'Free plies',
  'proof.menMoved': 'Men moved',
  'se.er': 'Explainer rating',
  'hodoku.score': 'HoDoKu score',
  'hodoku.level': 'HoDoKu level',
};

/** A number with the minus sign of print. */
export const signed = (value: number): string => String(value).replace('-', '−');

/** A rating as people read it: its scale, and its word or number. */
export const ratingWords = ({ scale, value, label }: Rating): string => `${scaleName(scale)} ${label ?? signed(value)}`;

export const scaleName = (scale: string): string => SCALES[scale] ?? scale;

/** Scales to filter by; those of kinds that are not there find nothing. */
export const SCALE_CHOICES = ['mate.difficulty', 'mate.quality', 'dtm.plies', 'proof.search', 'se.er', 'hodoku.score'];

const KINDS: Record<string, string> = { mate: 'Mates', proof: 'Proof games', endgame: 'Endings', sudoku: 'Sudoku' };
export const kindName = (kind: string): string => KINDS[kind] ?? kind;
