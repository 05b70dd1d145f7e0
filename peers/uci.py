"""python-chess drives `sole uci`: endings to mate, mates in N, a game, Chess960, and what is refused.

Usage: uci.py SOLE DATA_DIR
"""

import random
import sys

import chess
import chess.engine

ENDINGS = [
    # The position, and the most moves that perfect play takes from anywhere in its ending.
    ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 10),
    ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 16),
    ("7k/8/8/8/8/8/8/KBN5 w - - 0 1", 33),
]

MATES = [
    ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 2, "d4g4"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "d1d8"),
]


def ends_in_mate(engine, fen, longest, seed):
    """The engine mates a king that moves by lot."""
    lot = random.Random(seed)
    board = chess.Board(fen)
    while not board.is_game_over(claim_draw=True):
        if board.turn == chess.WHITE:
            board.push(engine.play(board, chess.engine.Limit(time=60)).move)
        else:
            board.push(lot.choice(list(board.legal_moves)))
    assert board.is_checkmate(), (fen, seed, board.fen(), board.result(claim_draw=True))
    moves = (len(board.move_stack) + 1) // 2
    assert moves <= longest, (fen, seed, moves)
    return moves


def main():
    sole, folder = sys.argv[1:]
    with chess.engine.SimpleEngine.popen_uci([sole, "uci", "--data-dir", folder]) as engine:
        print(engine.id["name"], "with", ", ".join(sorted(engine.options)))
        engine.configure({"Threads": 2})
        for fen, longest in ENDINGS:
            moves = [ends_in_mate(engine, fen, longest, seed) for seed in range(5)]
            print(f"{fen}: mate in {moves} moves")
        for fen, length, key in MATES:
            result = engine.play(chess.Board(fen), chess.engine.Limit(mate=length), info=chess.engine.INFO_ALL)
            assert result.move.uci() == key, (fen, result.move)
            assert result.info["score"].relative == chess.engine.Mate(length), (fen, result.info)
        print(f"{len(MATES)} mates")
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 120:
            board.push(engine.play(board, chess.engine.Limit(nodes=3000)).move)
        print(f"a game of {len(board.move_stack)} plies, {board.result(claim_draw=True)}")
        board = chess.Board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True)
        for _ in range(20):
            board.push(engine.play(board, chess.engine.Limit(nodes=1000)).move)
        print("20 plies of Chess960")
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        print("an analysis without end was stopped")
        engine.quit()


if __name__ == "__main__":
    main()
