// How much of the window is left for a board: all but what stands above it.

/**
 * Tells a `.table-side` where its board begins, as `--above`: the distance from the top of the page
 * if nothing is scrolled. Style sheets give the board the rest of the window.
 */
export function measureAbove(table: HTMLElement): () => void {
  const measure = () => {
    const board = table.querySelector('[role="grid"]');
    const column = table.firstElementChild;
    if (!board || !column) return;
    // The column may be stuck to the top of the window; its own place is the table's.
    const inColumn = board.getBoundingClientRect().top - column.getBoundingClientRect().top;
    const above = table.getBoundingClientRect().top + scrollY + inColumn;
    table.style.setProperty('--above', `${Math.ceil(above)}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(document.body);
  observer.observe(table);
  return () => observer.disconnect();
}
