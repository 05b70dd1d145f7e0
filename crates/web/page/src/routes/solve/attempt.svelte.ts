// One puzzle in the hands of a solver.

import type { NamedMove } from '../../chess/entry';
import { longName } from '../../chess/position';
import { readDemand, readPlies } from '../../chess/stipulation';
import { say } from '../../lib/announce.svelte';
import type { Entry, Puzzle } from '../../lib/collections';
import { legalMoves } from '../../lib/moves';
import { EndingJudge } from './ending';
import { ForcedJudge } from './forced';
import { HelpJudge } from './help';
import type { Answer, Judge, Outcome } from './judge';
import { ProofJudge } from './proof';

/** The judge of a puzzle; undefined if nobody can judge it here. */
export function judgeOf(puzzle: Puzzle): Judge | undefined {
  if (puzzle.kind === 'endgame') return new EndingJudge(puzzle);
  if (puzzle.kind === 'proof') {
    const plies = readPlies(puzzle.stipulation);
    return plies === undefined ? undefined : new ProofJudge(puzzle, plies);
  }
  const demand = puzzle.kind === 'mate' ? readDemand(puzzle.stipulation) : undefined;
  if (!demand) return undefined;
  return demand.play === 'forced' ? new ForcedJudge(puzzle, demand) : new HelpJudge(puzzle, demand);
}

/** What was done to a puzzle before, as a link tells it. */
export interface Past {
  /** Moves in UCI; the last one may be wrong. */
  line: readonly string[];
  hint: number;
  isGivenUp: boolean;
  /** Nodes of the solution that were folded or unfolded. */
  folds: readonly number[];
}

const AFRESH: Past = { line: [], hint: 0, isGivenUp: false, folds: [] };

export interface Note {
  tone: 'good' | 'fair' | 'bad';
  title: string;
  words: string;
}

export class Attempt {
  readonly entry: Entry;
  readonly judge: Judge;
  moves = $state.raw<readonly string[]>([]);
  names = $state.raw<readonly string[]>([]);
  /** The wrong move and what refutes it, while they are shown. */
  refuted = $state.raw<readonly NamedMove[]>([]);
  legal = $state.raw<readonly NamedMove[]>([]);
  phase = $state<'loading' | 'yours' | 'judging' | 'refuted' | 'solved' | 'shown'>('loading');
  note = $state.raw<Note | undefined>();
  hint = $state.raw<{ uci: string; level: 1 | 2 } | undefined>();
  answer = $state.raw<Answer | undefined>();
  folds = $state.raw<readonly number[]>([]);
  failure = $state<unknown>();
  /** Whether it was solved without help and without a wrong move. */
  isClean = true;
  #startsInCheck = $state(false);
  readonly #onsolved: (attempt: Attempt) => void;

  /** Whether what was done before is still being done again. */
  isReplaying = $state(true);

  readonly shown = $derived([...this.moves, ...this.refuted.map(({ uci }) => uci)]);
  /** What leads back here: the moves, and the wrong one while it is looked at. */
  readonly line = $derived(this.shown.slice(0, this.moves.length + 1));
  readonly fen = $derived.by(() => this.judge.position(this.shown));

  /** Whether nothing is left to be found. */
  readonly isDone = $derived(this.phase === 'solved' || this.phase === 'shown');

  readonly isCheck = $derived.by(() => {
    const last = this.refuted.at(-1)?.san ?? this.names.at(-1);
    return last === undefined ? this.#startsInCheck : /[+#]$/.test(last);
  });

  constructor(entry: Entry, judge: Judge, onsolved: (attempt: Attempt) => void) {
    this.entry = entry;
    this.judge = judge;
    this.#onsolved = onsolved;
  }

  /** Sets up the men, and does again what was done before; each move is judged again. */
  async begin({ line, hint, isGivenUp, folds }: Past = AFRESH): Promise<void> {
    this.moves = [];
    this.names = [];
    this.refuted = [];
    this.note = undefined;
    this.answer = undefined;
    this.folds = folds;
    this.isReplaying = true;
    await this.#listMoves();
    for (const [ply, uci] of line.entries()) {
      if (ply === this.moves.length) await this.play(uci);
      if (this.moves[ply] !== uci) break;
    }
    if (isGivenUp) await this.giveUp();
    else for (let level = 0; level < hint; level += 1) await this.help();
    this.isReplaying = false;
  }

  async play(uci: string): Promise<void> {
    if (this.phase !== 'yours') return;
    const move = this.legal.find((m) => m.uci === uci);
    if (!move) return;
    this.phase = 'judging';
    this.hint = undefined;
    const { moves } = this;
    this.refuted = [move];
    try {
      await this.#settle(move, await this.judge.judge(moves, uci));
    } catch (error) {
      this.failure = error;
      this.refuted = [];
      this.phase = 'yours';
    }
  }

  /** Takes a wrong move back, or the last right ones. */
  async takeBack(): Promise<void> {
    if (this.refuted.length) {
      this.refuted = [];
    } else {
      const step = this.moves.length % 2 === 0 && this.entry.puzzle.kind === 'mate' && this.#answers ? 2 : 1;
      this.moves = this.moves.slice(0, Math.max(0, this.moves.length - step));
      this.names = this.names.slice(0, this.moves.length);
    }
    this.note = undefined;
    await this.#listMoves();
  }

  async help(): Promise<void> {
    if (this.phase !== 'yours') return;
    const { moves } = this;
    this.isClean = false;
    if (this.hint) {
      this.hint = { ...this.hint, level: 2 };
      say(`Hint: ${this.hint.uci.slice(0, 2)} to ${this.hint.uci.slice(2, 4)}`);
      return;
    }
    try {
      const uci = await this.judge.hint(moves);
      // Who has gone on in the meantime has no use for it.
      if (moves !== this.moves || this.phase !== 'yours') return;
      if (!uci) this.note = { tone: 'fair', title: 'No hint', words: 'The known solution does not go this way; take back.' };
      else this.hint = { uci, level: 1 };
      if (uci) say(`Hint: the man on ${uci.slice(0, 2)}`);
    } catch (error) {
      this.failure = error;
    }
  }

  async giveUp(): Promise<void> {
    this.isClean = false;
    await this.#showAnswer();
    this.refuted = [];
    this.phase = 'shown';
    this.note = { tone: 'fair', title: 'The solution', words: '' };
    say('The solution is shown.');
  }

  /** Whether the server answers the solver's moves. */
  get #answers(): boolean {
    return this.judge instanceof ForcedJudge;
  }

  async #settle(move: NamedMove, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'refuted') {
      this.isClean = false;
      this.refuted = outcome.reply ? [move, outcome.reply] : [move];
      this.phase = 'refuted';
      this.#tell({ tone: 'bad', title: `${move.san} does not work`, words: outcome.words });
      return;
    }
    this.refuted = [];
    this.#make(move);
    if (outcome.kind === 'solved') {
      this.phase = 'solved';
      this.#tell({ tone: 'good', title: 'Solved', words: outcome.words });
      if (!this.isReplaying) this.#onsolved(this);
      await this.#showAnswer();
      return;
    }
    if (outcome.reply) this.#make(outcome.reply);
    this.#tell({ tone: 'good', title: move.san, words: outcome.words });
    await this.#listMoves();
  }

  #make({ uci, san }: NamedMove): void {
    this.names = [...this.names, san || longName(this.judge.position(this.moves), uci)];
    this.moves = [...this.moves, uci];
  }

  #tell(note: Note): void {
    this.note = note;
    say(`${note.title}. ${note.words}`);
  }

  async #listMoves(): Promise<void> {
    this.phase = 'loading';
    this.hint = undefined;
    this.failure = undefined;
    try {
      const { moves, check } = await legalMoves(this.judge.position(this.moves));
      this.legal = moves;
      this.#startsInCheck = this.moves.length === 0 && check;
      this.phase = 'yours';
    } catch (error) {
      this.failure = error;
    }
  }

  async #showAnswer(): Promise<void> {
    this.hint = undefined;
    try {
      this.answer = await this.judge.answer();
    } catch (error) {
      this.failure = error;
    }
  }
}
