// Proof games: moves from the array to a diagram, in exactly so many plies. After
// each move the server is asked whether the diagram can still be reached.

import { START, diagramOf, replay } from '../../chess/position';
import { ask } from '../../lib/api';
import type { Puzzle } from '../../lib/collections';
import type { Answer, Judge, Outcome } from './judge';

const TIME = 3;

interface Proof {
  verdict: 'none' | 'one' | 'many' | 'open';
}

export class ProofJudge implements Judge {
  readonly start = START;
  readonly side = 'w';
  readonly goal: string;
  readonly #plies: number;
  readonly #puzzle: Puzzle;

  constructor(puzzle: Puzzle, plies: number) {
    this.goal = diagramOf(puzzle.position);
    this.#plies = plies;
    this.#puzzle = puzzle;
  }

  position(moves: readonly string[]): string {
    return replay(START, moves).at(-1)!;
  }

  async judge(moves: readonly string[], uci: string): Promise<Outcome> {
    const after = this.position([...moves, uci]);
    const left = this.#plies - moves.length - 1;
    const isThere = diagramOf(after) === this.goal;
    if (left === 0) {
      return isThere
        ? { kind: 'solved', words: 'That is how it arose.' }
        : { kind: 'refuted', words: 'The length is right, the diagram is another one.' };
    }
    const { result } = await ask<Proof>('proof solve', { fen: this.goal, plies: left, from: after, time: TIME });
    const rest = left === 1 ? '1 ply' : `${left} plies`;
    if (result?.verdict === 'none') {
      return { kind: 'refuted', words: `Proved: from here no game of ${rest} leads to the diagram.` };
    }
    const isOpen = result?.verdict === 'open';
    return { kind: 'onwards', words: isOpen ? `${rest} to go; whether it still works was not decided.` : `It still works. ${rest} to go.` };
  }

  async hint(moves: readonly string[]): Promise<string | undefined> {
    const lines = this.#lines();
    return lines.find((line) => moves.every((move, index) => line[index] === move))?.[moves.length];
  }

  async answer(): Promise<Answer> {
    return { lines: this.#lines() };
  }

  #lines(): string[][] {
    return this.#puzzle.solutions.map((line) => line.split(' '));
  }
}
