// What is known of a whole ending, as `sole endgame stats` tells it.

import { SQUARES, type Color, type Square } from '../chess/position';

export interface Outcomes {
  win: number;
  draw: number;
  loss: number;
}
export interface Bin {
  category: 'win' | 'draw' | 'loss';
  moves?: number;
  positions: number;
  fen: string;
}
export interface Longest {
  moves: number;
  fen: string;
}
export interface BySide<T> {
  white_to_move: T;
  black_to_move: T;
}
/** Boards by the square of a king. */
export type BySquare = Record<Square, Outcomes>;
export interface EndingStats extends BySide<Outcomes> {
  material: string;
  kings: BySide<{ white: BySquare; black: BySquare }>;
  longest: BySide<Longest | null>;
  longest_loss: BySide<Longest | null>;
  mates: BySide<number>;
  stalemates: BySide<number>;
  zugzwangs: { white_draws: number; black_draws: number; full_point: number };
  histogram: BySide<Bin[]>;
  conclusion: { text: string };
}

export const SIDES: readonly { key: keyof BySide<unknown>; color: Color; name: string }[] = [
  { key: 'white_to_move', color: 'w', name: 'White to move' },
  { key: 'black_to_move', color: 'b', name: 'Black to move' },
];

/** White's wins, draws and Black's wins, whoever is to move. */
export const byWinner = ({ win, draw, loss }: Outcomes, turn: Color): [number, number, number] =>
  turn === 'w' ? [win, draw, loss] : [loss, draw, win];

/** Distances that occur, and how many positions have them, by winner. */
export function distances(bins: readonly Bin[], turn: Color): { steps: number[]; white: number[]; black: number[] } {
  const known = bins.filter((bin): bin is Bin & { moves: number } => bin.moves !== undefined);
  const least = Math.min(...known.map(({ moves }) => moves));
  const most = Math.max(...known.map(({ moves }) => moves));
  const steps = known.length ? Array.from({ length: most - least + 1 }, (_, index) => least + index) : [];
  const count = (category: Bin['category']) =>
    steps.map((step) => known.find((bin) => bin.category === category && bin.moves === step)?.positions ?? 0);
  const [white, black] = turn === 'w' ? [count('win'), count('loss')] : [count('loss'), count('win')];
  return { steps, white, black };
}

export interface Tally {
  won: number;
  all: number;
}

/** For each square from a8 to h1: boards with a king there, and White's wins among them. */
export function tallies(stats: EndingStats, turn: Color, king: Color): Tally[] {
  const { white, black } = stats.kings[turn === 'w' ? 'white_to_move' : 'black_to_move'];
  const squares = king === 'w' ? white : black;
  return SQUARES.map((square) => {
    const [won, drawn, lost] = byWinner(squares[square]!, turn);
    return { won, all: won + drawn + lost };
  });
}

export interface RecordPosition extends Longest {
  title: string;
  turn: Color;
}

/** The longest wins and losses, those that there are. */
export function records(stats: EndingStats): RecordPosition[] {
  return SIDES.flatMap(({ key, color, name }) => {
    const win = stats.longest[key];
    const loss = stats.longest_loss[key];
    return [
      ...(win ? [{ ...win, turn: color, title: `${name} and mates in ${win.moves}` }] : []),
      ...(loss && loss.moves > 0 ? [{ ...loss, turn: color, title: `${name} and is mated in ${loss.moves}` }] : []),
    ];
  });
}
