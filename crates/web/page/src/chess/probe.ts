// What endgame tables say of a position and of every move in it, and what that
// makes of a move someone played.

import type { NamedMove } from './entry';

export type Category =
  | 'win'
  | 'maybe-win'
  | 'cursed-win'
  | 'draw'
  | 'blessed-loss'
  | 'maybe-loss'
  | 'loss';

/** The value of a position for the side to move. */
export interface Standing {
  category: Category;
  /** Plies to mate: positive if the side to move mates. */
  dtm: number | null;
  dtz: number | null;
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
}

/** A move, and the opponent's standing after it. */
export type ProbedMove = Standing & NamedMove & { zeroing: boolean };

/** The answer of `/standard`: moves stand best first. */
export type Probe = Standing & { moves: ProbedMove[] };

const RANKS: Record<Category, number> = {
  win: 2,
  'maybe-win': 2,
  'cursed-win': 1,
  draw: 0,
  'blessed-loss': -1,
  'maybe-loss': -2,
  loss: -2,
};

/** How good a result is: 2 a win, 0 a draw, -2 a loss; between them the fifty-move rule draws. */
export const rank = ({ category }: Standing): number => RANKS[category];

/** The same, of a move, for whoever plays it. */
export const rankOfMove = (move: Standing): number => -rank(move);

/** Moves to mate, as people count them. */
export const movesToMate = ({ dtm }: Standing): number | undefined =>
  dtm === null ? undefined : Math.ceil(Math.abs(dtm) / 2);

/** Moves that the player of a move still needs, itself counted. */
function lengthWith(move: ProbedMove): number | undefined {
  return move.dtm === null ? undefined : Math.ceil((Math.abs(move.dtm) + 1) / 2);
}

export interface Judgement {
  tone: 'good' | 'fair' | 'bad';
  title: string;
  /** What else is worth knowing; distances stand here alone, so that they can be hidden. */
  detail: string;
  /** Moves that would have kept the result, best first, if it was given away. */
  kept: string[];
}

const RESULTS: Record<string, string> = {
  '2': 'a win',
  '1': 'a win that the fifty-move rule makes a draw',
  '0': 'a draw',
  '-1': 'a loss that the fifty-move rule makes a draw',
  '-2': 'a loss',
};

/** What a move did to the result that its player had. */
export function judge(before: Probe, uci: string): Judgement | undefined {
  const move = before.moves.find((m) => m.uci === uci);
  if (!move) return undefined;
  if (move.checkmate) return { tone: 'good', title: 'Checkmate', detail: '', kept: [] };
  const had = rank(before);
  const has = rankOfMove(move);
  if (has < had) return slip(before, move);
  if (had > 0) return { tone: 'good', title: 'Win kept', detail: pace(before, move, 'win'), kept: [] };
  if (had === 0) return { tone: 'good', title: 'Draw held', detail: '', kept: [] };
  return { tone: 'fair', title: 'Still lost', detail: pace(before, move, 'loss'), kept: [] };
}

function slip(before: Probe, move: ProbedMove): Judgement {
  const had = rank(before);
  const kept = before.moves.filter((m) => rankOfMove(m) >= had).map((m) => m.san);
  const title = had > 0 ? 'Win lost' : 'Draw lost';
  const detail = move.stalemate ? 'Stalemate: the game is drawn.' : `Now it is ${RESULTS[rankOfMove(move)]}.`;
  return { tone: 'bad', title, detail, kept };
}

function pace(before: Probe, move: ProbedMove, goal: 'win' | 'loss'): string {
  const [now, best] = [lengthWith(move), before.moves[0] && lengthWith(before.moves[0])];
  if (now === undefined || best === undefined) return '';
  const isBest = move.dtm === before.moves[0]?.dtm;
  if (goal === 'win') {
    return isBest ? 'The quickest way.' : `Mate in ${now}; ${before.moves[0]?.san} mates in ${best}.`;
  }
  return isBest ? 'The longest resistance.' : `${before.moves[0]?.san} lasts longer.`;
}

/** A standing in words, for the side to move. */
export function verdict(standing: Standing, mover: string, opponent: string): string {
  if (standing.checkmate) return `${mover} is checkmated`;
  if (standing.stalemate) return 'Stalemate';
  if (standing.insufficient_material) return 'Drawn: nobody can mate any more';
  const value = rank(standing);
  if (value === 0) return 'A draw with best play';
  const winner = value > 0 ? mover : opponent;
  if (Math.abs(value) === 1) return `${winner} would win, but for the fifty-move rule`;
  return `${winner} wins with best play`;
}
