// Which nodes of a tree are open.

import { foldableNodes, type Foldable, type Tree } from '../chess/solution';
import { toggled } from '../lib/toggled';

export interface Folding {
  isOpen: (node: Foldable) => boolean;
  set: (node: Foldable, isOpen: boolean) => void;
}

/**
 * Keys are open at first, all else is not. What a reader changed is kept as numbers of nodes, which
 * `folds` tells and `onfolds` hears.
 */
export function foldingOf(tree: Tree, folds: () => readonly number[], onfolds: (folds: number[]) => void): Folding {
  const numbers = new Map(foldableNodes(tree).map((node, index) => [node, index + 1]));
  const keys = new Set<Foldable>(tree.keys);
  const isOpen = (node: Foldable) => keys.has(node) !== folds().includes(numbers.get(node) ?? 0);
  return {
    isOpen,
    set: (node, wanted) => {
      const number = numbers.get(node);
      if (number && wanted !== isOpen(node)) onfolds(toggled(folds(), number));
    },
  };
}
