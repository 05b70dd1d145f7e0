// Requests and answers of the commands, made from their declarations: `BLESS=1 cargo test -p sole-web --test typescript`.

/** The squares of the pieces that attack a square. */
export type Attackers = {
  /** Those of Black. */
  black: string[];
  /** Those of White. */
  white: string[];
};

/** Whether a position can be played on. */
export type Checked = {
  /** Everything that is wrong with it. */
  faults: Finding[];
  /** The position. */
  fen: string;
  /** What was given, if it is written differently. */
  input?: string | null;
  /** Whether all faults are waived, if it has any. */
  playable: boolean;
  /** A position like it without faults, if it is not playable. */
  repaired?: string | null;
};

/** A fault of a position. */
export type Finding = {
  /** What is wrong. */
  message: string;
  /** The name of the fault. */
  name: string;
  /** Whether it can be waived, for composed positions. */
  waivable: boolean;
  /** Whether it is waived. */
  waived: boolean;
};

/** A man on a square. */
export type Man = {
  /** The piece, as a letter of a FEN. */
  piece: string;
  /** The square. */
  square: string;
};

/** The names of a move. */
export type MoveNames = {
  /** As people write it. */
  san: string;
  /** As engines write it. */
  uci: string;
};

/** The moves of a position, or what attacks a square. */
export type MovesFound = {
  /** Whether the side to move is in check. */
  check: boolean;
  /** The number of moves. */
  count: number;
  /** The position. */
  fen: string;
  /** The moves. */
  moves: MoveNames[];
} | {
  /** Whether the side to move is in check. */
  check: boolean;
  /** The number of moves. */
  count: number;
  /** The position. */
  fen: string;
  /** The number of legal ones. */
  legal: number;
  /** The moves. */
  moves: PseudoMove[];
} | {
  /** The squares of the pieces that attack it. */
  attackers: Attackers;
  /** The squares that it attacks. */
  attacks: string[];
  /** The position. */
  fen: string;
  /** The piece on the square, as a letter of a FEN. */
  piece?: string | null;
  /** The square. */
  square: string;
};

/** A position as bytes in hexadecimal digits. */
export type Packed = {
  /** The position. */
  fen: string;
  /** The legal moves, if they were asked for. */
  moves?: PackedMove[] | null;
  /** The nibble board of 36 bytes. */
  nibble_board: string;
  /** The packed position of 24 bytes. */
  packed: string;
};

/** A legal move as the sixteen bits that go with the nibble board. */
export type PackedMove = {
  /** The sixteen bits. */
  bits: number;
  /** The same as four hexadecimal digits. */
  hex: string;
  /** As people write it. */
  san: string;
  /** As engines write it. */
  uci: string;
};

/** A pseudo-legal move; only a legal one has a name in algebraic notation. */
export type PseudoMove = {
  /** Whether it is legal. */
  legal: boolean;
  /** As people write it. */
  san?: string | null;
  /** As engines write it. */
  uci: string;
};

/** A position; a board alone will do. */
export type Shown = {
  /** Whether the side to move is in check. */
  check: boolean;
  /** Everything that is wrong with the position. */
  faults: Finding[];
  /** The position, with the side to move that makes it playable if none is given. */
  fen: string;
  /** The men in the order of their squares. */
  men: Man[];
  /** The fields that the text leaves out. */
  missing?: string[];
  /** The number of legal moves, if the position can be played on. */
  moves?: number | null;
  /** The side to move: white or black. */
  turn: string;
};

/** A last move, as it was played, and the position before it. */
export type UnmoveFound = {
  /** The man that it captured. */
  captured: string | null;
  /** The position before it. */
  fen: string;
  /** As problemists write it. */
  retro: string;
  /** As people write it. */
  san: string;
  /** As engines write it. */
  uci: string;
};

/** The last moves that lead to a position. */
export type UnmovesFound = {
  /** The number of last moves. */
  count: number;
  /** The position. */
  fen: string;
  /** The last moves. */
  unmoves: UnmoveFound[];
};

/** A position that was read from bytes. */
export type Unpacked = {
  /** The position. */
  fen: string;
  /** What the bytes are: nibble-board or packed. */
  format: string;
  /** The moves after them. */
  moves: MoveNames[];
};

/** What a command takes, and the `result` of its answers. */
export interface Questions {
  'board show': {
    request: {
      /** The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address */
      fen: string | string[];
      /** Overlook a fault, for composed positions */
      waive?: ('missing-king' | 'too-much-material' | 'impossible-check')[];
    };
    result: Shown;
  };
  'board check': {
    request: {
      /** The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address */
      fen: string | string[];
      /** Overlook a fault, for composed positions */
      waive?: ('missing-king' | 'too-much-material' | 'impossible-check')[];
    };
    result: Checked;
  };
  'board moves': {
    request: {
      /** Show which squares the piece on SQUARE attacks, and which pieces attack SQUARE */
      attacks?: string | null;
      /** Only captures, en passant included */
      captures?: boolean;
      /** Only moves that give check */
      checks?: boolean;
      /** The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address */
      fen: string | string[];
      /** List pseudo-legal moves: also those that leave the own king in check */
      pseudo?: boolean;
      /** Overlook a fault, for composed positions */
      waive?: ('missing-king' | 'too-much-material' | 'impossible-check')[];
    };
    result: MovesFound;
  };
  'board unmoves': {
    request: {
      /** Give castling rights back to kings and rooks anywhere on the back rank */
      chess960?: boolean;
      /** The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address */
      fen: string | string[];
      /** The men that may be put back by taking back a capture, as letters: QRBNP, or - for none */
      uncapture?: string;
      /** Overlook a fault, for composed positions */
      waive?: ('missing-king' | 'too-much-material' | 'impossible-check')[];
    };
    result: UnmovesFound;
  };
  'board pack': {
    request: {
      /** The position: a FEN, a piece list (Ke1, Ra1 / Ke8 w), moves from the start, or an address */
      fen: string | string[];
      /** Write the legal moves as well, in sixteen bits each */
      moves?: boolean;
      /** Overlook a fault, for composed positions */
      waive?: ('missing-king' | 'too-much-material' | 'impossible-check')[];
    };
    result: Packed;
  };
  'board unpack': {
    request: {
      /** 72 or 48 hexadecimal digits, then the moves of a nibble board in 4 digits each */
      hex: string[];
    };
    result: Unpacked;
  };
}
