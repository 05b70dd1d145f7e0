// A game against the tables: what was played, what it was worth, whose turn it is.

import { STRONGEST_HINT } from '../../board/arrows';
import { judge, type Judgement, type Probe } from '../../chess/probe';
import { formatPgn } from '../../chess/pgn';
import {
  colorName,
  fenFromAddress,
  fenToAddress,
  longName,
  other,
  parseFen,
  replay,
  type Color,
} from '../../chess/position';
import { isAbort } from '../../lib/api';
import { say } from '../../lib/announce.svelte';
import { listIn, numberIn } from '../../lib/query';
import { legalPart } from '../../lib/moves';
import { tables } from '../../lib/tables.svelte';

/** The position for whoever comes without one. */
const FIRST = '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1';

/** How long the opponent waits, so that one can see what happens. */
const PAUSE = 350;
const WATCHING_PAUSE = 700;

export class Game {
  start = $state(FIRST);
  moves = $state.raw<readonly string[]>([]);
  side = $state<Color>('w');
  ending = $state('KQvK');
  probe = $state.raw<Probe | undefined>();
  failure = $state<unknown>();
  hint = $state(0);
  watching = $state(false);
  /** What is known of moves, by the position before and the move. */
  #known = $state.raw<ReadonlyMap<string, { san: string; judgement: Judgement | undefined }>>(new Map());
  /** Moves of a link whose legality is still asked for. */
  #unchecked = $state.raw<readonly string[]>([]);
  #begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly fens = $derived(replay(this.start, this.moves));
  readonly fen = $derived(this.fens.at(-1) ?? this.start);
  readonly turn = $derived(parseFen(this.fen).turn);
  readonly last = $derived(this.moves.at(-1));
  readonly isYours = $derived(this.turn === this.side);
  readonly isOver = $derived(this.probe !== undefined && (this.probe.moves.length === 0 || this.probe.insufficient_material));
  readonly sans = $derived(
    this.moves.map((uci, ply) => this.#known.get(`${this.fens[ply]} ${uci}`)?.san ?? longName(this.fens[ply]!, uci)),
  );
  /** What your last move did. It follows from the moves, so that a link to them shows it as well. */
  readonly judgement = $derived.by(() => {
    const ply = this.moves.length - (this.isYours ? 2 : 1);
    return this.watching ? undefined : this.#known.get(`${this.fens[ply]} ${this.moves[ply]}`)?.judgement;
  });
  readonly isCheck = $derived.by(() => {
    if (this.probe?.checkmate) return true;
    return /[+#]$/.test(this.sans.at(-1) ?? '');
  });

  /** What the address says, if it is another game than this one. */
  read(query: URLSearchParams): void {
    const fen = fenFromAddress(query.get('fen') ?? '') || FIRST;
    const moves = listIn(query, 'moves');
    const side: Color = query.get('side') === 'b' ? 'b' : 'w';
    this.ending = query.get('ending') ?? (query.has('fen') ? '' : 'KQvK');
    if (this.#begun && fen === this.start && moves.join() === this.#line().join() && side === this.side) return;
    this.begin(fen, side);
    this.#unchecked = moves;
    void this.#replay(numberIn(query, 'hint', STRONGEST_HINT));
  }

  /** All moves, those that are not checked yet included. */
  #line(): readonly string[] {
    return [...this.moves, ...this.#unchecked];
  }

  /** Plays the moves of a link as far as they are legal. */
  async #replay(hint: number): Promise<void> {
    const { start, side } = this;
    const wanted = this.#unchecked;
    this.hint = hint;
    if (!wanted.length) return;
    try {
      const moves = await legalPart(start, wanted);
      if (wanted !== this.#unchecked) return;
      this.begin(start, side, moves);
      this.hint = hint;
    } catch (error) {
      if (wanted === this.#unchecked) this.failure = error;
    }
  }

  /** The query that leads back to this position. */
  address(): Record<string, string | undefined> {
    return {
      ending: this.ending || undefined,
      fen: fenToAddress(this.start),
      side: this.side === 'b' ? 'b' : undefined,
      moves: this.#line().join(',') || undefined,
      hint: this.hint ? String(this.hint) : undefined,
    };
  }

  begin(fen: string, side: Color, moves: readonly string[] = []): void {
    this.#begun = true;
    this.start = fen;
    this.side = side;
    this.moves = moves;
    this.#unchecked = [];
    void this.#look();
    void this.#recall();
  }

  /** Your move. */
  play(uci: string): void {
    if (!this.probe || !this.isYours) return;
    this.#make(uci);
    const words = this.judgement ? `${this.judgement.title}. ${keptWords(this.judgement)}` : '';
    say(`${this.sans.at(-1)}. ${words}`);
  }

  undo(): void {
    const mine = this.moves.length % 2 === 0 ? this.#starter() : other(this.#starter());
    const count = mine === this.side ? 2 : 1;
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - count));
    say('taken back');
    void this.#look();
  }

  /** Watches perfect play of both sides, until told to stop. */
  watch(on: boolean): void {
    if (on === this.watching) return;
    this.watching = on;
    clearTimeout(this.#timer);
    this.#answerSoon(on ? 0 : PAUSE);
  }

  /** Asks the tables again, after a failure. */
  retry(): void {
    if (this.#unchecked.length) void this.#replay(this.hint);
    else void this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  pgn(): string {
    const result = this.result();
    const names = { [colorName(this.side)]: 'You', [colorName(other(this.side))]: 'Sole' };
    return formatPgn({ fen: this.start, sans: this.sans, result, tags: { Event: 'Ending', ...names } });
  }

  result(): '1-0' | '0-1' | '1/2-1/2' | '*' {
    if (!this.probe || !this.isOver) return '*';
    if (!this.probe.checkmate) return '1/2-1/2';
    return this.turn === 'w' ? '0-1' : '1-0';
  }

  /** Draws that somebody may claim; the game goes on all the same. */
  claims(): string | undefined {
    if (parseFen(this.fen).halfmoves >= 100) return 'Fifty moves without a capture or a pawn move: a draw may be claimed.';
    const key = (fen: string) => fen.split(' ').slice(0, 4).join(' ');
    const times = this.fens.filter((fen) => key(fen) === key(this.fen)).length;
    return times >= 3 ? `This position has stood ${times} times: a draw may be claimed.` : undefined;
  }

  #starter(): Color {
    return parseFen(this.start).turn;
  }

  #make(uci: string): void {
    if (this.probe) this.#learn(this.fen, uci, this.probe);
    this.moves = [...this.moves, uci];
    void this.#look();
  }

  /** Asks the tables about the position on the board, then answers if it is the opponent's turn. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const { fen } = this;
    this.probe = undefined;
    this.hint = 0;
    this.failure = undefined;
    try {
      const probe = await tables.probe(fen);
      if (fen !== this.fen || this.#unchecked.length) return;
      this.probe = probe;
      this.#tellEnd(probe);
      this.#answerSoon(this.watching ? WATCHING_PAUSE : PAUSE);
    } catch (error) {
      if (fen === this.fen && !isAbort(error)) this.failure = error;
    }
  }

  #answerSoon(pause: number): void {
    if (!this.probe || this.isOver || (this.isYours && !this.watching)) return;
    this.#timer = setTimeout(() => this.#answer(), pause);
  }

  /** The best move: the quickest win, else a draw, else the slowest loss. */
  #answer(): void {
    const best = this.probe?.moves[0];
    if (!best || (this.isYours && !this.watching)) return;
    const who = colorName(this.turn);
    this.#make(best.uci);
    say(`${who} plays ${best.san}`);
  }

  #tellEnd(probe: Probe): void {
    if (probe.checkmate) say(`Checkmate. ${colorName(other(this.turn))} wins.`);
    else if (probe.stalemate) say('Stalemate. The game is drawn.');
    else if (probe.insufficient_material) say('Nobody can mate any more. The game is drawn.');
  }

  /** Whether a move is one of those that the tables list; then its name and worth are known from now on. */
  #learn(fen: string, uci: string, probe: Probe): boolean {
    const move = probe.moves.find((m) => m.uci === uci);
    if (move) this.#known = new Map(this.#known).set(`${fen} ${uci}`, { san: move.san, judgement: judge(probe, uci) });
    return move !== undefined;
  }

  /** Names and worth of the moves of a game that came by a link, one position after the other. */
  async #recall(): Promise<void> {
    const { start, moves, fens } = this;
    for (const [ply, uci] of moves.entries()) {
      const probe = await tables.probe(fens[ply]!).catch(() => undefined);
      if (!probe || start !== this.start || !this.#learn(fens[ply]!, uci, probe)) return;
    }
  }
}

/** Which moves would have kept the result. */
export function keptWords({ kept }: Judgement): string {
  if (!kept.length) return '';
  const shown = kept.slice(0, 3).join(', ');
  const rest = kept.length > 3 ? ` and ${kept.length - 3} more` : '';
  return kept.length === 1 ? `Only ${shown} kept it.` : `${shown}${rest} kept it.`;
}
