"""Our distances to mate beside Gaviota's, in every position of three men.

    dump FOLDER | python gaviota.py

Standard input is what the binary `dump` writes. Every square of every man and
both sides to move are compared, no symmetry taken off; the side with the third
man is White. Gaviota's tables are read from `oracles/gaviota` in the folder
`shared` beside the checkout, or in the one that SOLE_SHARED names.
"""

import multiprocessing
import os
import sys
from pathlib import Path

import chess
import chess.gaviota

SHARED = Path(os.environ.get("SOLE_SHARED", Path(__file__).parent / "../../shared"))
PLACEMENTS = 2 * 64 * 64 * 64
MOST_SHOWN = 10


def boards(role):
    """Every placement in the order of `dump`; None where two men would share a square."""
    board = chess.Board(None)
    for board.turn in (chess.WHITE, chess.BLACK):
        for white in chess.SQUARES:
            for black in chess.SQUARES:
                for third in chess.SQUARES:
                    if len({white, black, third}) < 3:
                        yield None
                        continue
                    board.clear_board()
                    board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
                    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
                    board.set_piece_at(third, chess.Piece(role, chess.WHITE))
                    yield board


def word(board, tables):
    """What Gaviota says of a placement, in the words of `dump`."""
    if board is None or not board.is_valid():
        return "none"
    plies = tables.probe_dtm(board)
    if plies == 0:
        return "-0" if board.is_checkmate() else "draw"
    return f"{plies:+}"


def compare(name, ours):
    """Positions compared in one ending, and the differences."""
    role = chess.PIECE_SYMBOLS.index(name[1].lower())
    compared, differences = 0, []
    with chess.gaviota.PythonTablebase() as tables:
        tables.add_directory(str(SHARED / "oracles/gaviota"))
        for our, board in zip(ours, boards(role), strict=True):
            their = word(board, tables)
            compared += their != "none"
            if our != their:
                differences.append(f"{board and board.fen()}: ours {our}, Gaviota's {their}")
    return name, compared, differences


def main():
    lines = sys.stdin.read().split()
    if len(lines) != 5 * (1 + PLACEMENTS):
        sys.exit(f"five endings expected, {len(lines)} lines read")
    blocks = range(0, len(lines), 1 + PLACEMENTS)
    endings = [(lines[start], lines[start + 1 : start + 1 + PLACEMENTS]) for start in blocks]
    with multiprocessing.Pool() as pool:
        results = pool.starmap(compare, endings, chunksize=1)
    for name, compared, differences in results:
        print(f"{name:<8} {compared:>9} positions, {len(differences)} differ")
        for line in differences[:MOST_SHOWN]:
            print(f"  {line}")
    print(f"all      {sum(compared for _, compared, _ in results):>9} positions")
    sys.exit(any(differences for _, _, differences in results))


if __name__ == "__main__":
    main()
