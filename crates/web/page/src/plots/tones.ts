// How series are told apart: by tone, and by pattern or sign as well.
import './tones.css';

/** How many tones there are. */
export const TONES = 6;

/** A sign for the points of each series, around the origin. */
export const MARKS = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  'M-3.2-3.2h6.4v6.4h-6.4z',
  'M0-4.2L4 3h-8z',
  'M0-4.4L4.4 0L0 4.4L-4.4 0z',
  'M0 4.2L4-3h-8z',
  'M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5',
];
