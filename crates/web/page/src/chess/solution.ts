// The answer of `mate solve`, and what it says of a problem's soundness.

import type { NamedMove } from './entry';

/** A move of the side that forces the goal, and what follows. */
export interface Attack extends NamedMove, After {
  moves: number;
}

export interface After {
  pressure?: 'reached' | 'check' | 'threat' | 'zugzwang';
  threats?: Attack[];
  variations?: Reply[];
}

export interface Reply extends NamedMove {
  answers?: Attack[];
}

export interface Try extends NamedMove, After {
  refutations: NamedMove[];
}

export interface Tree {
  set_play?: Reply[];
  tries?: Try[];
  keys?: Attack[];
}

/** What has something below it in a tree: a move, a defence, or a heading. */
export type Foldable = Attack | Reply | 'set play' | 'tries';

/** Whether there is more to see of an attack than its move and its threats. */
export const hasPlay = ({ variations, threats }: After): boolean =>
  Boolean(variations?.length || threats?.some((threat) => threat.variations?.length));

/** Whether a defence and all answers to it fit in a line. */
export const isShort = ({ answers = [] }: Reply): boolean =>
  answers.every(({ variations, threats }) => !variations?.length && !threats?.length);

/** The nodes of a tree that can be folded, from the top down; links count them in this order. */
export function foldableNodes({ keys = [], set_play = [], tries = [] }: Tree): Foldable[] {
  const below = (replies: readonly Reply[]): Foldable[] =>
    replies.flatMap((reply) => (isShort(reply) ? [] : [reply, ...(reply.answers ?? []).flatMap(ofAttack)]));
  const ofAttack = (attack: Attack): Foldable[] =>
    hasPlay(attack) ? [attack, ...(attack.threats ?? []).flatMap(ofAttack), ...below(attack.variations ?? [])] : [];
  return [
    ...keys.flatMap(ofAttack),
    ...(set_play.length ? ['set play' as const, ...below(set_play)] : []),
    ...(tries.length ? ['tries' as const] : []),
  ];
}

export interface Solution {
  fen: string;
  stipulation: string;
  moves: number;
  verdict: 'none' | 'one' | 'many' | 'some' | 'open';
  shortest: number | null;
  keys?: string[];
  undecided?: string[];
  duals?: { line: string[]; moves: string[] }[] | null;
  themes?: string[] | null;
  tree?: Tree | null;
  count?: number;
  complete?: boolean;
  lines?: string[][];
  sans?: string[][];
  set_play?: string[][];
}

export type Light = 'sound' | 'dual' | 'cooked' | 'short' | 'none' | 'open';

export interface Soundness {
  light: Light;
  title: string;
  detail: string;
}

/** The light of a problem: the worst that is proved, and nothing that is not. */
export function soundness(solution: Solution): Soundness {
  const { verdict, shortest, moves, keys, count, complete, lines, duals } = solution;
  if (verdict === 'none') {
    const short = shortest !== null && shortest < moves ? ` It is solved in ${shortest}, though.` : '';
    return { light: 'none', title: 'No solution', detail: `Proved: nothing forces it.${short}` };
  }
  if (verdict === 'open') {
    return { light: 'open', title: 'Not decided', detail: 'The time was not enough. That is no verdict.' };
  }
  if (shortest !== null && shortest < moves) {
    return { light: 'short', title: 'Short', detail: `Solved in ${shortest} already, not in ${moves}.` };
  }
  if (verdict === 'many') {
    const number = count ?? keys?.length ?? lines?.length;
    const what = lines ? 'solutions' : 'keys';
    return { light: 'cooked', title: 'Cooked', detail: `${complete === false ? 'At least ' : ''}${number} ${what}.` };
  }
  if (duals?.length) {
    const detail = duals.length === 1 ? 'One key, but one dual in its play.' : `One key, but ${duals.length} duals in its play.`;
    return { light: 'dual', title: 'Dual', detail };
  }
  if (lines === undefined && !duals) {
    return { light: 'open', title: 'One key', detail: 'Proved to be the only one; whether there are duals is not decided.' };
  }
  return { light: 'sound', title: 'Sound', detail: lines ? 'Exactly one solution, proved.' : 'Exactly one key, no duals, proved.' };
}
