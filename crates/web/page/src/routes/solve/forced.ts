// Puzzles in which one side forces the goal: mates, stalemates, selfmates.
//
// Before each move of the solver the position is solved with the moves that are
// left. Any key is right, whether the author thought of it or not; anything else
// is refuted by a reply after which the goal is proved to be out of reach.

import type { NamedMove } from '../../chess/entry';
import { parseFen, play, replay, type Color } from '../../chess/position';
import type { Attack, Solution } from '../../chess/solution';
import type { Demand } from '../../chess/stipulation';
import { ask } from '../../lib/api';
import type { Puzzle } from '../../lib/collections';
import { legalMoves } from '../../lib/moves';
import type { Answer, Judge, Outcome } from './judge';

/** Seconds that a question may take. */
const TIME = 10;
/** Replies that are tried one by one if the tree does not list the refutation. */
const REPLIES = 8;

export class ForcedJudge implements Judge {
  readonly start: string;
  readonly side: Color;
  readonly #puzzle: Puzzle;
  readonly #demand: Demand;
  readonly #solutions = new Map<string, Promise<Solution>>();

  constructor(puzzle: Puzzle, demand: Demand) {
    this.start = puzzle.position;
    this.side = parseFen(puzzle.position).turn;
    this.#puzzle = puzzle;
    this.#demand = demand;
  }

  position(moves: readonly string[]): string {
    return replay(this.start, moves).at(-1)!;
  }

  async judge(moves: readonly string[], uci: string): Promise<Outcome> {
    const fen = this.position(moves);
    const left = this.#left(moves);
    const solution = await this.#solve(fen, left);
    const { moves: replies, check } = await legalMoves(play(fen, uci));
    if (solution.keys?.includes(uci)) return this.#accept(fen, uci, left, solution, replies);
    if (solution.verdict === 'open') return this.#byRecord(moves, uci);
    if (replies.length === 0) return { kind: 'refuted', words: check ? 'That is checkmate, which was not asked for.' : 'That is stalemate.' };
    return this.#refute(fen, uci, left, solution, replies);
  }

  async hint(moves: readonly string[]): Promise<string | undefined> {
    const { keys } = await this.#solve(this.position(moves), this.#left(moves));
    return keys?.[0] ?? (moves.length === 0 ? this.#puzzle.solutions[0] : undefined);
  }

  async answer(): Promise<Answer> {
    const solution = await this.#solve(this.start, this.#demand.moves);
    if (solution.tree) return { solution };
    return { lines: this.#puzzle.solutions.map((line) => line.split(' ')) };
  }

  /** Moves that the solver has left. */
  #left(moves: readonly string[]): number {
    return this.#demand.moves - Math.floor(moves.length / 2);
  }

  get #isReflex(): boolean {
    return this.#demand.prefix === 's#' || this.#demand.prefix === 'r#';
  }

  async #accept(fen: string, uci: string, left: number, solution: Solution, replies: NamedMove[]): Promise<Outcome> {
    if (replies.length === 0) return { kind: 'solved', words: 'That is it.' };
    const attack = solution.tree?.keys?.find((key) => key.uci === uci);
    const reply = defence(attack, replies);
    const after = play(play(fen, uci), reply.uci);
    const isEnd = this.#isReflex && (left === 1 || (await legalMoves(after)).moves.length === 0);
    if (isEnd) return { kind: 'solved', words: `${reply.san} cannot be avoided.` };
    return { kind: 'onwards', reply, words: `Right. The answer is ${reply.san}.` };
  }

  async #refute(fen: string, uci: string, left: number, solution: Solution, replies: NamedMove[]): Promise<Outcome> {
    const listed = solution.tree?.tries?.find((attempt) => attempt.uci === uci)?.refutations;
    const reply = listed?.[0] ?? (await this.#findRefutation(play(fen, uci), left, replies));
    if (!reply) return { kind: 'refuted', words: 'That does not force it in time.' };
    const only = listed?.length === 1 ? 'Only ' : '';
    const words = left === 1 ? `${reply.san} is still possible.` : `${only}${reply.san} refutes it.`;
    return { kind: 'refuted', reply, words };
  }

  /** A reply after which what is left is proved not to be enough. */
  async #findRefutation(fen: string, left: number, replies: NamedMove[]): Promise<NamedMove | undefined> {
    if (left === 1) return replies[0];
    for (const reply of replies.slice(0, REPLIES)) {
      const after = play(fen, reply.uci);
      if ((await legalMoves(after)).moves.length === 0) continue;
      const { verdict } = await this.#ask(after, left - 1, { first: true });
      if (verdict === 'none') return reply;
    }
    return undefined;
  }

  /** Without a proof the record's first move counts, and is said to. */
  #byRecord(moves: readonly string[], uci: string): Outcome {
    if (moves.length === 0 && this.#puzzle.solutions.some((line) => line.split(' ')[0] === uci)) {
      return { kind: 'solved', words: 'The key of the record. The play was too long to be worked out.' };
    }
    return { kind: 'refuted', words: 'Not decided: a proof took too long.' };
  }

  #solve(fen: string, left: number): Promise<Solution> {
    const key = `${left} ${fen}`;
    let found = this.#solutions.get(key);
    if (!found) {
      found = this.#ask(fen, left, { tries: 16 });
      found.catch(() => this.#solutions.delete(key));
      this.#solutions.set(key, found);
    }
    return found;
  }

  async #ask(fen: string, left: number, options: { tries?: number; first?: boolean }): Promise<Solution> {
    const stipulation = `${this.#demand.prefix}${left}`;
    const { result } = await ask<Solution>('mate solve', { fen, stipulation, time: TIME, ...options });
    if (!result) throw new Error('the solver gave no answer');
    return result;
  }
}

/** The defence that lasts longest; any legal reply if none stops the threat. */
function defence(attack: Attack | undefined, replies: NamedMove[]): NamedMove {
  const length = (reply: { answers?: Attack[] }) => reply.answers?.[0]?.moves ?? Infinity;
  const longest = [...(attack?.variations ?? [])].sort((a, b) => length(b) - length(a))[0];
  const found = replies.find(({ uci }) => uci === longest?.uci) ?? replies[0];
  if (!found) throw new Error('there is no reply');
  return found;
}
