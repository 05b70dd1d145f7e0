// What was done, to be undone and done again.

/** How many steps back are kept. */
const DEPTH = 400;

/** States before and after the present one, which its owner holds. */
export class History<State> {
  #past = $state.raw<readonly State[]>([]);
  #future = $state.raw<readonly State[]>([]);

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Keeps the state that is about to be changed. */
  keep(now: State): void {
    this.#past = [...this.#past.slice(-DEPTH), now];
    this.#future = [];
  }

  /** The state before this one, which can be done again then. */
  undo(now: State): State | undefined {
    const last = this.#past.at(-1);
    if (last === undefined) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, now];
    return last;
  }

  /** The state that was undone last. */
  redo(now: State): State | undefined {
    const next = this.#future.at(-1);
    if (next === undefined) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, now];
    return next;
  }

  forget(): void {
    this.#past = [];
    this.#future = [];
  }
}

/** Undoes at Ctrl+Z, does again at Ctrl+Y or Ctrl+Shift+Z; fields to type in have their own history. */
export function onHistoryKey(event: KeyboardEvent, work: { undo: () => void; redo: () => void }): void {
  if (!(event.ctrlKey || event.metaKey) || (event.target as Element).closest('input, textarea, select')) return;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) work.redo();
  else if (key === 'z') work.undo();
  else return;
  event.preventDefault();
}
