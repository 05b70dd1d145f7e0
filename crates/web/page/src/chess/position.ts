// Positions as the page needs them: a FEN taken apart, a man moved, a FEN again.
//
// The page knows how men are carried from square to square, never which moves
// are legal: that is the server's to say.

export type Color = 'w' | 'b';
export type Role = 'K' | 'Q' | 'R' | 'B' | 'N' | 'P';
/** A man, as the names of its picture have it: `wK`, `bP`. */
export type Man = `${Color}${Role}`;
/** A square by its name, `a1` to `h8`. */
export type Square = string;

/** The six fields of a FEN; the men by square. */
export interface Setup {
  men: Map<Square, Man>;
  turn: Color;
  castling: string;
  enPassant: string;
  halfmoves: number;
  moveNumber: number;
}

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export const RANKS = ['8', '7', '6', '5', '4', '3', '2', '1'] as const;
/** All squares as a board shows them to White, from a8 to h1. */
export const SQUARES: readonly Square[] = RANKS.flatMap((rank) => FILES.map((file) => file + rank));

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

const ROLES: Record<Role, string> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
};

export const colorOf = (man: Man): Color => man[0] as Color;
export const roleOf = (man: Man): Role => man[1] as Role;
export const other = (color: Color): Color => (color === 'w' ? 'b' : 'w');
export const colorName = (color: Color): string => (color === 'w' ? 'White' : 'Black');
export const manName = (man: Man): string =>
  `${colorName(colorOf(man)).toLowerCase()} ${ROLES[roleOf(man)]}`;

/** Reads a FEN of one to six fields as far as it goes; never fails, since the server complains better. */
export function parseFen(fen: string): Setup {
  const [placement = '', turn, castling = '-', enPassant = '-', half = '0', full = '1'] = fen
    .trim()
    .split(/[\s_]+/);
  return {
    men: parsePlacement(placement),
    turn: turn === 'b' ? 'b' : 'w',
    castling,
    enPassant,
    halfmoves: Number(half) || 0,
    moveNumber: Number(full) || 1,
  };
}

function parsePlacement(placement: string): Map<Square, Man> {
  const men = new Map<Square, Man>();
  placement.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const square = `${FILES[file] ?? ''}${RANKS[index] ?? ''}`;
      if (square.length === 2 && /[KQRBNP]/i.test(letter)) men.set(square, manOf(letter));
      file += 1;
    }
  });
  return men;
}

function manOf(letter: string): Man {
  const role = letter.toUpperCase() as Role;
  return letter === role ? `w${role}` : `b${role}`;
}

const letterOf = (man: Man): string =>
  colorOf(man) === 'w' ? roleOf(man) : roleOf(man).toLowerCase();

/** The first field of a FEN. */
function placementOf(men: Map<Square, Man>): string {
  return RANKS.map((rank) => {
    const row = FILES.map((file) => men.get(file + rank));
    return row
      .map((man) => (man ? letterOf(man) : '1'))
      .join('')
      .replace(/1+/g, (gap) => String(gap.length));
  }).join('/');
}

export function formatFen(setup: Setup): string {
  return [
    placementOf(setup.men),
    setup.turn,
    setup.castling || '-',
    setup.enPassant,
    setup.halfmoves,
    setup.moveNumber,
  ].join(' ');
}

/** The diagram alone, as proof games compare it. */
export const diagramOf = (fen: string): string => fen.trim().split(/[\s_]+/)[0] ?? '';

const shifted = (square: Square, ranks: number): Square =>
  square[0] + String(Number(square[1]) + ranks);

/** The FEN after a move that is known to be legal, in UCI notation. */
export function play(fen: string, uci: string): string {
  const before = parseFen(fen);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const man = before.men.get(from);
  if (!man) return fen;
  const men = new Map(before.men);
  const isPawn = roleOf(man) === 'P';
  const castle = castlingOf(before, from, to);
  const takes = !castle && (men.has(to) || (isPawn && from[0] !== to[0]));
  men.delete(from);
  if (castle) {
    men.delete(castle.rook);
    men.set(castle.kingTo, man).set(castle.rookTo, `${before.turn}R`);
  } else {
    if (isPawn && takes && !men.has(to)) men.delete(to[0]! + from[1]!);
    men.set(to, uci[4] ? `${before.turn}${uci[4].toUpperCase() as Role}` : man);
  }
  return formatFen({
    men,
    turn: other(before.turn),
    castling: rightsAfter(before, men),
    enPassant: isPawn ? passedSquare(men, before.turn, from, to) : '-',
    halfmoves: isPawn || takes ? 0 : before.halfmoves + 1,
    moveNumber: before.moveNumber + (before.turn === 'b' ? 1 : 0),
  });
}

interface Castle {
  rook: Square;
  kingTo: Square;
  rookTo: Square;
}

/** Castling by the king's two steps, or by the rook's square as Chess960 writes it. */
export function castlingOf({ men, turn }: Setup, from: Square, to: Square): Castle | undefined {
  if (men.get(from) !== `${turn}K` || from[1] !== to[1]) return undefined;
  const onRook = men.get(to) === `${turn}R`;
  const isLeap = from[0] === 'e' && (to[0] === 'g' || to[0] === 'c');
  if (!onRook && !isLeap) return undefined;
  const rank = from[1]!;
  const kingSide = to > from;
  const rook = onRook ? to : (kingSide ? 'h' : 'a') + rank;
  return { rook, kingTo: (kingSide ? 'g' : 'c') + rank, rookTo: (kingSide ? 'f' : 'd') + rank };
}

/** Rights stay while king and rook stand where they stood. */
function rightsAfter(before: Setup, men: Map<Square, Man>): string {
  const stays = (square: Square) => men.get(square) === before.men.get(square);
  const kept = [...before.castling].filter((letter) => {
    if (letter === '-') return false;
    const color: Color = letter === letter.toUpperCase() ? 'w' : 'b';
    const rank = color === 'w' ? '1' : '8';
    const king = FILES.map((file) => file + rank).find((s) => before.men.get(s) === `${color}K`);
    const rook = rookOfRight(before.men, letter.toLowerCase(), color, rank, king);
    return king !== undefined && rook !== undefined && stays(king) && stays(rook);
  });
  return kept.join('') || '-';
}

function rookOfRight(
  men: Map<Square, Man>,
  letter: string,
  color: Color,
  rank: string,
  king: Square | undefined,
): Square | undefined {
  if (letter !== 'k' && letter !== 'q') return letter + rank;
  const rooks = FILES.map((file) => file + rank).filter((s) => men.get(s) === `${color}R`);
  const outermost = letter === 'k' ? rooks.at(-1) : rooks[0];
  if (!outermost || !king) return undefined;
  return (letter === 'k') === outermost > king ? outermost : undefined;
}

/** The square a double step has passed, if an enemy pawn stands where it could take. */
function passedSquare(men: Map<Square, Man>, turn: Color, from: Square, to: Square): string {
  if (Math.abs(Number(from[1]) - Number(to[1])) !== 2) return '-';
  const file = FILES.indexOf(to[0] as (typeof FILES)[number]);
  const neighbours = [FILES[file - 1], FILES[file + 1]].filter((f) => f !== undefined);
  const enemy: Man = `${other(turn)}P`;
  const canTake = neighbours.some((f) => men.get(f + to[1]!) === enemy);
  return canTake ? shifted(from, turn === 'w' ? 1 : -1) : '-';
}

/** The positions of a game, the first one included. */
export function replay(fen: string, moves: readonly string[]): string[] {
  const fens = [fen];
  for (const uci of moves) fens.push(play(fens.at(-1)!, uci));
  return fens;
}

/** The square of a side's king. */
export function kingSquare(men: Map<Square, Man>, color: Color): Square | undefined {
  for (const [square, man] of men) if (man === `${color}K`) return square;
  return undefined;
}

/** Notation that needs no knowledge of other moves: `Kd2d3`. Readers of PGN take it as SAN. */
export function longName(fen: string, uci: string): string {
  const setup = parseFen(fen);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const castle = castlingOf(setup, from, to);
  if (castle) return castle.kingTo[0] === 'g' ? 'O-O' : 'O-O-O';
  const man = setup.men.get(from);
  const role = man ? roleOf(man) : 'P';
  const letter = role === 'P' ? '' : role;
  const promotion = uci[4] ? `=${uci[4].toUpperCase()}` : '';
  const takes = setup.men.has(to) || (role === 'P' && from[0] !== to[0]) ? 'x' : '';
  if (role === 'P') return `${takes ? `${from[0]}x` : ''}${to}${promotion}`;
  return `${letter}${from}${takes}${to}`;
}

/** A FEN with underscores, as addresses carry it. */
export const fenToAddress = (fen: string): string => fen.trim().replace(/\s+/g, '_');
export const fenFromAddress = (text: string): string => text.replace(/_/g, ' ').trim();
