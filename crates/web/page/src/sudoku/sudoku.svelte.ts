// The sudoku on the page: givens, what the player did, what is shown over it.

import { ask, Refusal } from '../lib/api';
import { say } from '../lib/announce.svelte';
import { History } from '../lib/history.svelte';
import { recall, remember } from '../lib/stored';
import { toggled } from '../lib/toggled';
import { isAhead, readLook, writeLook, type Look, type LookKind } from './look';
import { candidates, changed, conflicts, gridOf, noMarks, readLine, readLists, stateOf, writeLine, writeLists, type Marks } from './marks';
import { allCells, boxesText, hasUsualBoxes, nameOfCell, shapeOf, symbolOf, usualBoxes, type Shape } from './shape';
import { applied, noHighlights, withValue, type Highlights, type Step } from './steps';

/** The sudoku for whoever comes without one. */
const FIRST = '9....4....6...17.21............5..73.4..7.9.5.8.....1..2.9.76....6...8..81...6...';

/** Notes and colours that take more than this stay out of the address, so that servers take it. */
const LONGEST = 2000;

/** Of how many sudokus this browser keeps what was filled in. */
const KEPT = 12;

export type Mode = 'value' | 'note' | 'color';
export const COLORS = ['blue', 'orange', 'green', 'pink', 'yellow', 'grey'] as const;

interface Kept {
  grid: string;
  marks: Marks;
}

/** Cells that an overlay marks, and how that is said. */
export interface Overlay {
  cells: ReadonlySet<number>;
  word: string;
}

/** A step of the way to the solution that is looked at in place of the player's grid. */
export interface Preview {
  marks: Marks;
  title: string;
}

export class Sudoku {
  shape = $state.raw<Shape>(shapeOf(FIRST)!);
  givens = $state.raw<readonly number[]>(readLine(FIRST));
  marks = $state.raw<Marks>(noMarks(shapeOf(FIRST)!));
  cursor = $state(0);
  mode = $state<Mode>('value');
  autoNotes = $state(recall('autonotes', false));
  /** What is looked at, or will be as soon as it is known. */
  look = $state.raw<Look | undefined>();
  /** Whether somebody wants to know how hard it is. */
  isRated = $state(false);
  highlights = $state.raw<Highlights>(noHighlights);
  overlay = $state.raw<Overlay | undefined>();
  preview = $state.raw<Preview | undefined>();
  /** Cells that are known to be wrong since they were checked. */
  mistakes = $state.raw<ReadonlySet<number>>(new Set());
  readonly #history = new History<Marks>();
  #begun = false;
  #solution: Promise<readonly number[]> | undefined;

  readonly shown = $derived(this.preview?.marks ?? this.marks);
  readonly values = $derived(this.givens.map((given, cell) => given || this.shown.placed[cell]!));
  readonly conflicts = $derived(conflicts(this.shape, this.values));
  readonly candidates = $derived(candidates(this.shape, this.values, this.shown.struck));
  readonly notes = $derived(this.autoNotes || this.preview ? this.candidates : this.shown.notes);
  readonly isFull = $derived(this.values.every((value) => value > 0));
  readonly isSolved = $derived(this.isFull && this.conflicts.size === 0 && !this.preview);
  readonly left = $derived(this.values.filter((value) => value === 0).length);
  readonly symbols = $derived(Array.from({ length: this.shape.side }, (_, index) => index + 1));

  /** How often each value is still to be placed. */
  readonly remaining = $derived.by(() => {
    const counts = new Map(this.symbols.map((value) => [value, this.shape.side]));
    for (const value of this.values) if (value) counts.set(value, (counts.get(value) ?? 0) - 1);
    return counts;
  });

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get line(): string {
    return writeLine(this.givens);
  }

  /** What the address says, if it is another sudoku than this one. */
  read(query: URLSearchParams): void {
    const line = (query.get('grid') ?? FIRST).trim().replace(/[0_]/g, '.');
    const shape = shapeOf(line, query.get('boxes') ?? undefined);
    if (!shape) throw new Error(`${line.length} symbols are no sudoku that this page can show: it takes 4×4 to 25×25`);
    if (this.#begun && this.#isAt(query)) return;
    if (query.has('auto')) this.autoNotes = true;
    this.begin(shape, readLine(line), readMarks(query, shape));
    const look = readLook(query);
    if (look && !(this.isFull && isAhead(look))) this.look = look;
    this.isRated = query.has('rating');
  }

  #isAt(query: URLSearchParams): boolean {
    return Object.entries(this.address()).every(([name, value]) => (query.get(name) ?? undefined) === value);
  }

  /** The query that leads back to this grid. */
  address(): Record<string, string | undefined> {
    const { placed, notes, struck, colors } = this.marks;
    const drawn = { notes: writeLists(notes) || undefined, struck: writeLists(struck) || undefined, colors: trimmed(writeLine(colors)) };
    const isLong = Object.values(drawn).join('').length > LONGEST;
    return {
      grid: this.line,
      boxes: hasUsualBoxes(this.shape) ? undefined : boxesText(this.shape),
      values: trimmed(writeLine(placed)),
      ...(isLong ? {} : drawn),
      auto: this.autoNotes ? '1' : undefined,
      ...writeLook(this.look),
      rating: this.isRated ? '1' : undefined,
    };
  }

  /** Another sudoku, with what this browser remembers of it, unless other marks come with it. */
  begin(shape: Shape, givens: readonly number[], marks: Partial<Marks> = {}): void {
    const line = writeLine(givens);
    const old = recall<Kept[]>('sudoku', []).find(({ grid }) => grid === line)?.marks;
    this.#begun = true;
    this.shape = shape;
    this.givens = givens;
    this.marks = isContinued(old, marks, givens.length) ? { ...old, ...marks } : { ...noMarks(shape), ...marks };
    this.#history.forget();
    this.#solution = undefined;
    this.isRated = false;
    this.cursor = Math.max(0, this.values.indexOf(0));
    this.clear();
  }

  /** Looks at something else; whoever knows about it finds it out and shows it. */
  lookAt(kind: LookKind, number = 1): void {
    this.clear();
    this.look = { kind, number };
  }

  /** Takes hints, overlays and marks of mistakes away. */
  clear(): void {
    this.look = undefined;
    this.highlights = noHighlights;
    this.overlay = undefined;
    this.preview = undefined;
    this.mistakes = new Set();
  }

  /** Changes what the player has; it can be undone. */
  change(marks: Marks): void {
    this.#history.keep(this.marks);
    this.#set(marks);
    if (this.isSolved) say('Solved.');
  }

  /** Does what a hint says; it can be undone. */
  apply(step: Step): void {
    this.change(applied(this.shape, this.givens, this.marks, step));
    if (!this.isSolved) say([...step.placed, ...step.removed].join(', '));
  }

  undo(): void {
    const last = this.#history.undo(this.marks);
    if (!last) return;
    this.#set(last);
    say('undone');
  }

  redo(): void {
    const next = this.#history.redo(this.marks);
    if (!next) return;
    this.#set(next);
    say('done again');
  }

  #set(marks: Marks): void {
    this.marks = marks;
    this.clear();
    const others = recall<Kept[]>('sudoku', []).filter(({ grid }) => grid !== this.line);
    remember('sudoku', [{ grid: this.line, marks }, ...others].slice(0, KEPT));
  }

  /** Puts a value, a note or a colour into the cell at the cursor, or takes it out again. */
  enter(number: number, mode: Mode = this.mode): void {
    const cell = this.cursor;
    if (mode === 'color') return this.#paint(cell, number);
    if (this.givens[cell]) return say('a given stays');
    if (number > this.shape.side) return;
    if (mode === 'note') return this.#note(cell, number);
    const value = this.marks.placed[cell] === number ? 0 : number;
    this.change(withValue(this.shape, this.marks, cell, value));
    const clash = this.conflicts.has(cell) ? ', conflict' : '';
    if (!this.isSolved) say(value ? `${symbolOf(value)}${clash}` : 'emptied');
  }

  /** With auto-notes, notes are struck out and put back; otherwise written and rubbed out. */
  #note(cell: number, value: number): void {
    if (this.values[cell]) return say('the cell has a value');
    if (this.autoNotes) this.change({ ...this.marks, struck: changed(this.marks.struck, cell, toggled(this.marks.struck[cell]!, value)) });
    else this.change({ ...this.marks, notes: changed(this.marks.notes, cell, toggled(this.marks.notes[cell]!, value)) });
    const words = this.notes[cell]!.map(symbolOf).join(' ');
    say(words ? `notes ${words}` : 'no notes');
  }

  #paint(cell: number, color: number): void {
    if (color > COLORS.length) return;
    const next = this.marks.colors[cell] === color ? 0 : color;
    this.change({ ...this.marks, colors: changed(this.marks.colors, cell, next) });
    say(next ? COLORS[next - 1]! : 'no colour');
  }

  /** Empties the cell at the cursor: its value, or else its notes, in colour mode its colour. */
  erase(): void {
    const cell = this.cursor;
    if (this.mode === 'color') return this.marks.colors[cell] ? this.#paint(cell, this.marks.colors[cell]!) : undefined;
    if (this.givens[cell]) return say('a given stays');
    if (this.marks.placed[cell]) this.change(withValue(this.shape, this.marks, cell, 0));
    else if (this.marks.notes[cell]!.length && !this.autoNotes) this.change({ ...this.marks, notes: changed(this.marks.notes, cell, []) });
    else return;
    say('emptied');
  }

  /** From the start: values, notes and colours go. */
  restart(): void {
    this.change(noMarks(this.shape));
    say('from the start');
  }

  setAutoNotes(on: boolean): void {
    this.autoNotes = on;
    remember('autonotes', on);
    say(on ? 'notes are kept for you' : 'notes are yours');
  }

  /** The only solution, asked for once; a `Refusal` if there is none or more than one. */
  solution(): Promise<readonly number[]> {
    this.#solution ??= this.#solve();
    this.#solution.catch(() => (this.#solution = undefined));
    return this.#solution;
  }

  async #solve(): Promise<readonly number[]> {
    const { result } = await ask<{ verdict: string; solution: string | null }>('sudoku solve', gridOf(this.shape, this.givens));
    if (result?.solution) return readLine(result.solution);
    const words: Record<string, string> = {
      none: 'this sudoku has no solution',
      many: 'this sudoku has more than one solution, so that no value can be called right or wrong',
    };
    const message = words[result?.verdict ?? ''] ?? 'whether this sudoku has one solution was not decided in time';
    throw new Refusal({ kind: 'not-proper', message });
  }

  /** Cells whose value is wrong, or whose right value was struck out. */
  async findMistakes(): Promise<number[]> {
    const solution = await this.solution();
    const { placed, struck } = this.marks;
    return allCells(this.shape).filter(
      (cell) => (placed[cell] && placed[cell] !== solution[cell]) || (!placed[cell] && struck[cell]!.includes(solution[cell]!)),
    );
  }

  /** This grid as the arguments of a command. */
  state(): ReturnType<typeof stateOf> {
    return stateOf(this.shape, this.givens, this.marks);
  }

  names(cells: readonly number[]): string {
    return cells.map((cell) => nameOfCell(this.shape, cell)).join(', ');
  }

  /** The side and boxes in words, as `6×6, boxes of 3×2`. */
  get size(): string {
    const { side, boxes } = this.shape;
    const usual = usualBoxes(side).join() === boxes.join() && boxes[0] === boxes[1];
    return usual ? `${side}×${side}` : `${side}×${side}, boxes of ${boxes.join('×')}`;
  }
}

/** Whether what was kept is of this size; it may be of an older page. */
function isFitting(marks: Marks | undefined, cells: number): marks is Marks {
  return [marks?.placed, marks?.notes, marks?.struck, marks?.colors].every((list) => Array.isArray(list) && list.length === cells);
}

/** Whether marks go on from those that were kept: there are none, or the same values and notes too long for a link. */
function isContinued(old: Marks | undefined, marks: Partial<Marks>, cells: number): old is Marks {
  if (!isFitting(old, cells)) return false;
  const { placed, ...drawn } = marks;
  return Object.keys(drawn).length === 0 && (!placed || placed.join() === old.placed.join());
}

/** A line without what is empty at its end. */
const trimmed = (line: string): string | undefined => line.replace(/\.+$/, '') || undefined;

/** What an address says that the player did, as far as it says so. */
function readMarks(query: URLSearchParams, shape: Shape): Partial<Marks> {
  const cells = shape.side * shape.side;
  const line = (name: string) => readLine((query.get(name) ?? '').padEnd(cells, '.').slice(0, cells));
  return {
    ...(query.has('values') ? { placed: line('values') } : {}),
    ...(query.has('notes') ? { notes: readLists(query.get('notes')!, shape) } : {}),
    ...(query.has('struck') ? { struck: readLists(query.get('struck')!, shape) } : {}),
    ...(query.has('colors') ? { colors: line('colors').map((color) => (color <= COLORS.length ? color : 0)) } : {}),
  };
}
