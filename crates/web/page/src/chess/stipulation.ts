// What a puzzle demands: read from its text, and said in words.

import { colorName, formatFen, other, parseFen, play } from './position';

/** How a problem is played. */
export interface Demand {
  prefix: string;
  /** Full moves; half a move more if `half`. */
  moves: number;
  half: boolean;
  play: 'forced' | 'help' | 'series';
}

/** Reads `#2`, `s#3`, `h#2.5`, `ser-h#7`; undefined for anything else. */
export function readDemand(text: string): Demand | undefined {
  const found = /^(ser-h#|ser-#|ser-=|h#|h=|s#|r#|#|=)(\d+)(\.5)?$/.exec(text.trim());
  if (!found) return undefined;
  const [, prefix = '', count, half] = found;
  const play = prefix.startsWith('ser') ? 'series' : prefix.startsWith('h') ? 'help' : 'forced';
  return { prefix, moves: Number(count), half: half !== undefined, play };
}

/** The position after some moves of a solution. In a series the same side goes on, until its last move. */
export function positionAfter(start: string, demand: Demand | undefined, moves: readonly string[]): string {
  const series = demand?.play === 'series' ? demand.moves : 0;
  return moves.reduce((fen, uci, index) => {
    const after = play(fen, uci);
    if (index >= series - 1) return after;
    const setup = parseFen(after);
    return formatFen({ ...setup, turn: other(setup.turn), enPassant: '-' });
  }, start);
}

/** The length of a proof game in plies: `8 plies`, `PG 4.0`, `PG 6.5`. */
export function readPlies(text: string): number | undefined {
  const plies = /(\d+)\s*pl(y|ies)/.exec(text);
  if (plies) return Number(plies[1]);
  const moves = /(\d+)(?:\.([05]))?/.exec(text);
  return moves ? 2 * Number(moves[1]) + (moves[2] === '5' ? 1 : 0) : undefined;
}

/** A demand in a sentence. */
export function demandWords(kind: string, position: string, stipulation: string): string {
  const side = parseFen(position).turn;
  const [us, them] = [colorName(side), colorName(other(side))];
  if (kind === 'proof') return proofWords(stipulation);
  if (kind === 'endgame') return `${us} to move and ${stipulation}`;
  if (kind === 'sudoku') return `Sudoku, ${stipulation.replace('x', '×')}`;
  const demand = readDemand(stipulation);
  if (!demand) return stipulation;
  const count = `${demand.moves}${demand.half ? '½' : ''}`;
  const words: Record<string, string> = {
    '#': `${us} to move and mate in ${count}`,
    '=': `${us} to move and stalemate in ${count}`,
    's#': `${us} to move and force ${them} to mate in ${count}`,
    'r#': `${us} to move and be mated in ${count}; both must mate if they can`,
    'h#': demand.half
      ? `Both help: ${us} begins and mates in ${count}`
      : `Both help: ${us} begins and is mated in ${count}`,
    'h=': `Both help to a stalemate in ${count}`,
    'ser-#': `${us} makes ${count} moves in a row, the last one mates`,
    'ser-=': `${us} makes ${count} moves in a row, the last one stalemates`,
    'ser-h#': `${us} makes ${count} moves in a row, then ${them} mates`,
  };
  return words[demand.prefix] ?? stipulation;
}

function proofWords(stipulation: string): string {
  const plies = readPlies(stipulation);
  if (plies === undefined) return 'How did this arise?';
  const [whole, half] = [Math.floor(plies / 2), plies % 2];
  const moves = half ? `${whole}½ moves` : whole === 1 ? '1 move' : `${whole} moves`;
  return `How did this arise? The game took ${moves}`;
}
