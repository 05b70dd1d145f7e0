import { expect, test } from 'vitest';
import { soundness, type Solution, type SoundnessWord } from './solution';

const judged = (word: SoundnessWord): Solution => ({
  fen: '',
  stipulation: '#2',
  moves: 2,
  verdict: 'one',
  soundness: word,
  sentence: `About ${word}.`,
  shortest: 2,
});

test.each([
  ['sound', 'sound', 'Sound'],
  ['none', 'none', 'No solution'],
  ['short', 'short', 'Short'],
  ['cooked', 'cooked', 'Cooked'],
  ['dual', 'dual', 'Dual'],
  ['multiple-threats', 'dual', 'Multiple threats'],
  ['minor-dual', 'dual', 'Minor dual'],
  ['open', 'open', 'Not decided'],
] as [SoundnessWord, string, string][])('%s shines as %s, %s', (word, light, title) =>
  expect(soundness(judged(word))).toEqual({ light, title, detail: `About ${word}.` }),
);
