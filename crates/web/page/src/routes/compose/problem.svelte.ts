// A problem in the making: position and stipulation, solved anew after every change.

import { fenFromAddress, fenToAddress, replay } from '../../chess/position';
import { soundness, type Solution } from '../../chess/solution';
import { readDemand } from '../../chess/stipulation';
import { say } from '../../lib/announce.svelte';
import { ask, isAbort, type Arguments, type Envelope } from '../../lib/api';
import { History } from '../../lib/history.svelte';
import { Job } from '../../lib/jobs.svelte';
import { listIn, listText, numbersIn } from '../../lib/query';

/** The problem for whoever comes without one. */
const FIRST = '8/8/8/8/3K4/1Q1n4/8/k7 w - - 0 1';
const PAUSE = 450;
/** Seconds for the live light, and for whoever asks to think longer. */
const SHORT = 3;
const LONG = 120;
const FAULTS = 'missing-king,too-much-material,impossible-check';

/** A move that was taken back. */
interface Step {
  /** Before it, and after it. */
  fen: string;
  after: string;
  uci: string;
}

/** What can be undone: a change of the position, whether a man was put or a move taken back. */
interface Change {
  fen: string;
  steps: readonly Step[];
}

export class Problem {
  prefix = $state('#');
  moves = $state(2);
  lenient = $state(false);
  solution = $state.raw<Solution | undefined>();
  stats = $state.raw<Envelope<Solution>['stats']>();
  failure = $state<unknown>();
  isSolving = $state(false);
  job = $state.raw<Job<Solution> | undefined>();
  #folded = $state.raw<{ stipulation: string; fen: string; folds: readonly number[] } | undefined>();
  #steps = $state.raw<readonly Step[]>([]);
  #fen = $state(FIRST);
  readonly #history = new History<Change>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;

  readonly stipulation = $derived(`${this.prefix}${this.moves}`);
  /** The moves taken back from the position that was set up, the first of them first; changing a man forgets them. */
  readonly trail = $derived(this.#steps.at(-1)?.fen === this.fen ? this.#steps : []);
  readonly light = $derived(this.solution ? soundness(this.solution) : undefined);

  /** Nodes of the tree that were folded or unfolded; another problem has another tree. */
  get folds(): readonly number[] {
    const isOfThis = this.#folded?.fen === this.fen && this.#folded.stipulation === this.stipulation;
    return isOfThis ? this.#folded!.folds : [];
  }

  set folds(folds: readonly number[]) {
    this.#folded = { fen: this.fen, stipulation: this.stipulation, folds };
  }

  get fen(): string {
    return this.#fen;
  }

  /** Another position, of which this one can be had back. */
  set fen(fen: string) {
    this.#change({ fen, steps: this.#steps });
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  undo(): void {
    const last = this.#history.undo(this.#now());
    if (!last) return;
    this.#set(last);
    say('undone');
  }

  redo(): void {
    const next = this.#history.redo(this.#now());
    if (!next) return;
    this.#set(next);
    say('done again');
  }

  #now(): Change {
    return { fen: this.#fen, steps: this.#steps };
  }

  #change(change: Change): void {
    if (change.fen === this.#fen) return;
    this.#history.keep(this.#now());
    this.#set(change);
  }

  #set({ fen, steps }: Change): void {
    this.#fen = fen;
    this.#steps = steps;
  }

  read(query: URLSearchParams): void {
    const fen = fenFromAddress(query.get('fen') ?? '') || FIRST;
    const demand = readDemand(query.get('stipulation') ?? '#2');
    const forward = listIn(query, 'forward');
    const steps = forward.join() === this.#forward() && fen === this.fen ? this.#steps : stepsBefore(fen, forward);
    this.lenient = query.get('lenient') === '1';
    if (fen !== this.fen) this.#history.forget();
    this.#set({ fen, steps });
    this.prefix = demand?.prefix ?? '#';
    this.moves = demand ? demand.moves + (demand.half ? 0.5 : 0) : 2;
    // A list too long for a link is not in the query that this page itself wrote.
    if ((query.get('tree') ?? undefined) !== listText(this.folds)) this.folds = numbersIn(query, 'tree');
  }

  address(): Record<string, string | undefined> {
    return {
      fen: fenToAddress(this.fen),
      stipulation: this.stipulation,
      lenient: this.lenient ? '1' : undefined,
      forward: this.#forward() || undefined,
      tree: listText(this.folds),
    };
  }

  goBack({ fen, uci }: Omit<Step, 'after'>): void {
    this.#change({ fen, steps: [...this.trail, { fen, uci, after: this.fen }] });
  }

  goForward(): void {
    const last = this.trail.at(-1);
    if (!last) return;
    this.#change({ fen: last.after, steps: this.trail.slice(0, -1) });
  }

  /** The moves that lead to the position that was set up. */
  #forward(): string {
    return this.trail.map(({ uci }) => uci).reverse().join(',');
  }

  /** Solves after a short silence. */
  solveSoon(): void {
    this.stop();
    this.isSolving = true;
    this.#timer = setTimeout(() => void this.#solve(), PAUSE);
  }

  /** Solves with much more time, as a job that can be cancelled. */
  async thinkLonger(): Promise<void> {
    this.stop();
    const job = new Job<Solution>(`Solving ${this.stipulation}`);
    this.job = job;
    this.failure = undefined;
    try {
      await job.run('mate solve', { ...this.question(), time: LONG }, (answer) => this.#show(answer));
    } catch (error) {
      if (job.state !== 'cancelled') this.failure = error;
    } finally {
      this.job = undefined;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.job?.cancel();
    this.isSolving = false;
  }

  /** What the server is asked. */
  question(): Arguments {
    return { fen: this.fen, stipulation: this.stipulation, waive: this.lenient ? FAULTS : undefined };
  }

  async #solve(): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const tries = readDemand(this.stipulation)?.play === 'forced' ? 1 : undefined;
      this.#show(await ask<Solution>('mate solve', { ...this.question(), tries, time: SHORT }, asked.signal));
      this.failure = undefined;
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = error;
      this.solution = undefined;
    }
    this.isSolving = false;
  }

  #show({ result, stats }: Envelope<Solution>): void {
    this.solution = result;
    this.stats = stats;
    if (this.light) say(`${this.light.title}. ${this.light.detail}`);
  }
}

/** The moves that were taken back if these lead forward again. */
function stepsBefore(start: string, forward: readonly string[]): Step[] {
  const fens = replay(start, forward);
  return forward.map((uci, ply) => ({ uci, fen: fens[ply]!, after: fens[ply + 1]! })).reverse();
}
