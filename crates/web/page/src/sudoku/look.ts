// What is looked at over a grid, one thing at a time: a hint by its strength, a step of the whole
// way, an unavoidable set, givens that are not needed, mistakes. A link has it by its kind.

import { numberIn } from '../lib/query';

/** Kinds, each with the largest number that it can have. */
const KINDS = { hint: 3, step: Infinity, set: Infinity, minimal: 1, mistakes: 1 } as const;

export type LookKind = keyof typeof KINDS;

/** Counted from 1. A step or a set beyond the last one is the last one. */
export interface Look {
  readonly kind: LookKind;
  readonly number: number;
}

const kinds = Object.keys(KINDS) as LookKind[];

/** What a query wants to be looked at; the first thing if there are several. */
export const readLook = (query: URLSearchParams): Look | undefined =>
  kinds.map((kind) => ({ kind, number: numberIn(query, kind, KINDS[kind]) })).find(({ number }) => number > 0);

export const writeLook = (look: Look | undefined): Record<LookKind, string | undefined> =>
  Object.fromEntries(kinds.map((kind) => [kind, look?.kind === kind ? String(look.number) : undefined])) as Record<
    LookKind,
    string | undefined
  >;

/** Whether it is about cells that are still to be filled. */
export const isAhead = ({ kind }: Look): boolean => kind === 'hint' || kind === 'step';
