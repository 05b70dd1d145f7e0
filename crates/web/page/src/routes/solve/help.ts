// Puzzles in which both sides help, or one moves in series: the solver plays all
// moves, and they must be those of a solution.

import { parseFen, type Color } from '../../chess/position';
import type { Solution } from '../../chess/solution';
import { positionAfter, type Demand } from '../../chess/stipulation';
import { ask } from '../../lib/api';
import type { Puzzle } from '../../lib/collections';
import type { Answer, Judge, Outcome } from './judge';

const TIME = 10;

export class HelpJudge implements Judge {
  readonly start: string;
  readonly side: Color;
  readonly #puzzle: Puzzle;
  readonly #demand: Demand;
  #found: Promise<Solution> | undefined;

  constructor(puzzle: Puzzle, demand: Demand) {
    this.start = puzzle.position;
    this.side = parseFen(puzzle.position).turn;
    this.#puzzle = puzzle;
    this.#demand = demand;
  }

  position(moves: readonly string[]): string {
    return positionAfter(this.start, this.#demand, moves);
  }

  async judge(moves: readonly string[], uci: string): Promise<Outcome> {
    const { lines, complete } = await this.#lines();
    const made = [...moves, uci];
    const fitting = lines.filter((line) => made.every((move, index) => line[index] === move));
    const line = fitting[0];
    if (!line) {
      const all = complete ? `Proved: no solution goes this way.` : 'No known solution goes this way.';
      return { kind: 'refuted', words: all };
    }
    if (made.length === line.length) return { kind: 'solved', words: 'That is it.' };
    return { kind: 'onwards', words: `Right. ${line.length - made.length} to go.` };
  }

  async hint(moves: readonly string[]): Promise<string | undefined> {
    const { lines } = await this.#lines();
    return lines.find((line) => moves.every((move, index) => line[index] === move))?.[moves.length];
  }

  async answer(): Promise<Answer> {
    const { lines, sans } = await this.#lines();
    return { lines, sans };
  }

  async #lines(): Promise<{ lines: string[][]; sans?: string[][] | undefined; complete: boolean }> {
    this.#found ??= this.#ask();
    const { lines = [], sans, complete = false } = await this.#found;
    if (lines.length) return { lines, sans, complete };
    return { lines: this.#puzzle.solutions.map((line) => line.split(' ')), complete: false };
  }

  async #ask(): Promise<Solution> {
    const { position: fen, stipulation } = this.#puzzle;
    const { result } = await ask<Solution>('mate solve', { fen, stipulation, time: TIME });
    if (!result) throw new Error('the solver gave no answer');
    return result;
  }
}
