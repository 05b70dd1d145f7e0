// Who says whether a solver's move is right. There is one judge for each kind of
// puzzle; what they say rests on a proof of the server's, never on the record alone.

import type { NamedMove } from '../../chess/entry';
import type { Solution } from '../../chess/solution';
import type { Color } from '../../chess/position';

export type Outcome =
  | { kind: 'solved'; words: string }
  /** Right so far; the other side's reply, if the solver does not play it too. */
  | { kind: 'onwards'; reply?: NamedMove | undefined; words: string }
  /** Wrong, with the move that shows it, if one move does. */
  | { kind: 'refuted'; reply?: NamedMove | undefined; words: string };

/** What is shown to those who give up, or have solved it. */
export interface Answer {
  solution?: Solution;
  /** Lines in UCI from the start, and in short notation if the server told it. */
  lines?: string[][];
  sans?: string[][] | undefined;
  words?: string;
}

export interface Judge {
  readonly start: string;
  /** The side whose view the board has. */
  readonly side: Color;
  /** The diagram to be reached, if that is the question. */
  readonly goal?: string;
  position(moves: readonly string[]): string;
  judge(moves: readonly string[], uci: string): Promise<Outcome>;
  hint(moves: readonly string[]): Promise<string | undefined>;
  answer(): Promise<Answer>;
}
