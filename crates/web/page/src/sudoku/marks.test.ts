import { describe, expect, it } from 'vitest';
import { toggled } from '../lib/toggled';
import { candidates, conflicts, noMarks, readLine, readLists, spokenCell, stateOf, writeLine, writeLists } from './marks';
import { boxOf, cellNamed, houseArea, houseCells, nameOfCell, shapeOf, symbolOf, usualBoxes, valueOf } from './shape';
import { applied, highlightsIn, highlightsOf, type Step } from './steps';

const four = shapeOf('.'.repeat(16))!;
const nine = shapeOf('.'.repeat(81))!;

describe('shapes', () => {
  it.each([[4, [2, 2]], [6, [3, 2]], [8, [4, 2]], [9, [3, 3]], [12, [4, 3]], [25, [5, 5]]])('boxes of %i', (side, boxes) => {
    expect(usualBoxes(side)).toEqual(boxes);
  });
  it('refuses what is no grid', () => {
    expect(shapeOf('.'.repeat(80))).toBeUndefined();
    expect(shapeOf('.'.repeat(36), '4x2')).toBeUndefined();
    expect(shapeOf('.'.repeat(36 * 36))).toBeUndefined();
    expect(shapeOf('.'.repeat(36), '2x3')).toEqual({ side: 6, boxes: [2, 3] });
  });
  it('names symbols, cells and houses', () => {
    expect([1, 9, 10, 25, 0].map(symbolOf).join('')).toBe('19AP.');
    expect(['1', 'a', 'P', '.', '0'].map(valueOf)).toEqual([1, 10, 25, 0, 0]);
    expect(cellNamed(nine, 'r2c3')).toBe(11);
    expect(nameOfCell(nine, 11)).toBe('r2c3');
    expect(cellNamed(nine, 'r10c1')).toBeUndefined();
    expect(boxOf(shapeOf('.'.repeat(36))!, 8)).toBe(0);
    expect(houseCells(four, 'box', 1)).toEqual([2, 3, 6, 7]);
    expect(houseArea(nine, 'box 6')).toEqual({ x: 6, y: 3, width: 3, height: 3 });
    expect(houseArea(nine, 'box 10')).toBeUndefined();
  });
});

describe('marks', () => {
  const givens = readLine('1.....2..3.....4');
  const none = noMarks(four).struck;

  it('writes what it reads', () => expect(writeLine(givens)).toBe('1.....2..3.....4'));
  it('knows candidates', () => {
    expect(candidates(four, givens, none)[1]).toEqual([2, 4]);
    const struck = none.map((list, cell) => (cell === 1 ? [4] : list));
    expect(candidates(four, givens, struck)[1]).toEqual([2]);
    expect(candidates(four, givens, none)[0]).toEqual([]);
  });
  it('finds values that are twice in a house', () => {
    expect([...conflicts(four, readLine('11..............'))].sort()).toEqual([0, 1]);
    expect(conflicts(four, givens).size).toBe(0);
  });
  it('toggles in order', () => {
    expect(toggled([1, 3], 2)).toEqual([1, 2, 3]);
    expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
  });
  it('writes a state that a command understands', () => {
    expect(stateOf(four, givens, noMarks(four)).grid).toBe('1.....2..3.....4');
    const struck = none.map((list, cell) => (cell === 3 ? [4] : list));
    const { grid, from } = stateOf(four, givens, { ...noMarks(four), struck });
    expect([from, grid.length, grid.slice(0, 16)]).toEqual(['candidates', 64, '1....2.4..34..3.']);
    const marks = noMarks(nine);
    const placed = marks.placed.map((_, cell) => (cell === 2 ? 4 : 0));
    const deleted = marks.struck.map((list, cell) => (cell === 3 ? [2, 6] : list));
    const state = stateOf(nine, readLine(`53..${'.'.repeat(77)}`), { ...marks, placed, struck: deleted });
    expect(state.grid).toBe(`:0000:x:53+4${'.'.repeat(78)}:214 614::`);
  });
  it('says cells', () => {
    const words: string[] = [];
    expect(spokenCell(nine, 8, { given: true, value: 5, notes: [], words })).toBe('row 1 column 9, given 5');
    expect(spokenCell(nine, 9, { given: false, value: 0, notes: [1, 2], words: ['conflict'] })).toBe(
      'row 2 column 1, empty, notes 1 2, conflict',
    );
  });
});

describe('steps', () => {
  const step: Step = {
    technique: 'x',
    placed: ['r1c2=2'],
    removed: ['r2c1<>4'],
    cells: ['r1c2'],
    others: ['r4c4'],
    houses: ['row 1'],
    sentence: '',
  };
  it('stand out', () => {
    const found = highlightsOf(four, step);
    expect([[...found.cells], [...found.others], [...found.placed], [...found.removed]]).toEqual([[1], [15], [[1, 2]], [[4, [4]]]]);
    expect(highlightsIn(four, 'look at row 3 for 2').houses).toEqual(['row 3']);
  });
  it('change the grid, and the notes beside', () => {
    const marks = { ...noMarks(four), notes: noMarks(four).notes.map((_, cell) => (cell === 0 || cell === 4 ? [2, 4] : [])) };
    const after = applied(four, noMarks(four).placed, marks, step);
    expect(after.placed[1]).toBe(2);
    expect(after.notes[0]).toEqual([4]);
    expect(after.notes[4]).toEqual([]);
    expect(after.struck[4]).toEqual([4]);
    expect(marks.struck[4]).toEqual([]);
  });
  it('leave notes in cells that lose candidates and have none', () => {
    const givens = noMarks(four).placed.map((_, cell) => (cell === 12 ? 3 : 0));
    const after = applied(four, givens, noMarks(four), { ...step, placed: [] });
    expect(after.notes[4]).toEqual([1, 2]);
    expect(after.notes.filter((list) => list.length)).toHaveLength(1);
  });
});

it('keeps notes in an address', () => {
  const notes = noMarks(four).notes.map((list, cell) => (cell === 1 ? [1, 4] : cell === 3 ? [2] : list));
  expect(writeLists(notes)).toBe('.14..2');
  expect(readLists('.14..2', four)).toEqual(notes);
  expect(readLists('9.14x4..2'.padEnd(99, '.'), four)).toEqual(notes);
  expect(writeLists(noMarks(four).notes)).toBe('');
});
