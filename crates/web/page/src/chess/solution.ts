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
  /** The verdict on the problem as a word, and as a sentence. */
  soundness: SoundnessWord;
  sentence: string;
  shortest: number | null;
  keys?: string[];
  undecided?: string[];
  duals?: { line: string[]; moves: string[]; kind: 'defence' | 'threats' | 'minor' }[] | null;
  themes?: string[] | null;
  tree?: Tree | null;
  count?: number;
  complete?: boolean;
  lines?: string[][];
  sans?: string[][];
  set_play?: string[][];
}

export type SoundnessWord = 'sound' | 'none' | 'short' | 'cooked' | 'dual' | 'multiple-threats' | 'minor-dual' | 'open';

export type Light = 'sound' | 'dual' | 'cooked' | 'short' | 'none' | 'open';

export interface Soundness {
  light: Light;
  title: string;
  detail: string;
}

const LIGHTS: Record<SoundnessWord, { light: Light; title: string }> = {
  sound: { light: 'sound', title: 'Sound' },
  none: { light: 'none', title: 'No solution' },
  short: { light: 'short', title: 'Short' },
  cooked: { light: 'cooked', title: 'Cooked' },
  dual: { light: 'dual', title: 'Dual' },
  'multiple-threats': { light: 'dual', title: 'Multiple threats' },
  'minor-dual': { light: 'dual', title: 'Minor dual' },
  open: { light: 'open', title: 'Not decided' },
};

/** The light of a problem, as the server judges it. */
export function soundness({ soundness, sentence }: Solution): Soundness {
  return { ...LIGHTS[soundness], detail: sentence };
}
