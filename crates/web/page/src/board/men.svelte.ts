// Whether the server has pictures of the men. While it is not known, or has
// none, glyphs of the reader's own fonts stand in.

import type { Man } from '../chess/position';

class Pictures {
  state = $state<'asking' | 'there' | 'missing'>('asking');

  constructor() {
    fetch('/men.svg', { method: 'HEAD' }).then(
      ({ ok, headers }) => {
        const isSvg = headers.get('Content-Type')?.includes('svg') ?? false;
        this.state = ok && isSvg ? 'there' : 'missing';
      },
      () => (this.state = 'missing'),
    );
  }
}

export const pictures = new Pictures();

const GLYPHS: Record<string, string> = { K: '♚', Q: '♛', R: '♜', B: '♝', N: '♞', P: '♟' };

/** The filled glyph of a man, as text and never as an emoji. */
export const glyph = (man: Man): string => `${GLYPHS[man[1]!] ?? ''}\ufe0e`;
