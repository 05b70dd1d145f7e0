// Endings: the first move must keep the win or the draw, by the tables.

import { parseFen, replay, type Color } from '../../chess/position';
import { judge as judgeMove, rank, rankOfMove } from '../../chess/probe';
import type { Puzzle } from '../../lib/collections';
import { tables } from '../../lib/tables.svelte';
import type { Answer, Judge, Outcome } from './judge';

export class EndingJudge implements Judge {
  readonly start: string;
  readonly side: Color;

  constructor(puzzle: Puzzle) {
    this.start = puzzle.position;
    this.side = parseFen(puzzle.position).turn;
  }

  position(moves: readonly string[]): string {
    return replay(this.start, moves).at(-1)!;
  }

  async judge(moves: readonly string[], uci: string): Promise<Outcome> {
    const before = await tables.probe(this.position(moves));
    const keys = before.moves.filter((move) => rankOfMove(move) >= rank(before));
    if (keys.some((move) => move.uci === uci)) {
      const words = keys.length === 1 ? 'The only move.' : `One of ${keys.length} moves that keep it.`;
      return { kind: 'solved', words };
    }
    const after = await tables.probe(this.position([...moves, uci]));
    const reply = after.moves[0];
    const title = judgeMove(before, uci)?.title ?? 'Wrong';
    const reason = reply ? `${reply.san} shows it` : after.stalemate ? 'it is stalemate' : 'the game is over';
    return { kind: 'refuted', reply, words: `${title}: ${reason}.` };
  }

  async hint(moves: readonly string[]): Promise<string | undefined> {
    return (await tables.probe(this.position(moves))).moves[0]?.uci;
  }

  async answer(): Promise<Answer> {
    const probe = await tables.probe(this.start);
    const keys = probe.moves.filter((move) => rankOfMove(move) >= rank(probe)).map((move) => move.san);
    return { words: `${keys.join(', ')} ${keys.length === 1 ? 'keeps' : 'keep'} it; nothing else does.` };
  }
}
