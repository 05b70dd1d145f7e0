// Endgame tables: asked, built when they are missing, and rebuilt when they are damaged.

import { materialOf, menOf } from '../chess/material';
import type { Probe } from '../chess/probe';
import { address, getJson, Refusal, type Arguments } from './api';
import { Job } from './jobs.svelte';

/** Endings with more pieces than this are built only after a question. */
const MEN_AT_ONCE = 4;

/** What makes tables answer that did not. */
interface Remedy {
  kind: 'missing' | 'damaged';
  materials: string[];
  /** What `endgame build` is told besides the ending. */
  options: Arguments;
}

/** What to do about an answer that tables did not give; undefined if nothing helps, or `material` is not to be built. */
function remedyFor(error: unknown, material: string | undefined): Remedy | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { kind, build, damaged } = error.complaint;
  if (kind === 'missing-table') return material === undefined ? undefined : { kind: 'missing', materials: build ?? [material], options: {} };
  if (!damaged) return undefined;
  return { kind: 'damaged', materials: [damaged.ending], options: { check: true, dtz: damaged.metric === 'dtz' || undefined } };
}

const keyOf = (remedy: Remedy): string => JSON.stringify(remedy);

class Supply {
  /** The build that runs. */
  job = $state.raw<Job | undefined>();
  /** What waits for a yes or no. */
  question = $state.raw<{ kind: Remedy['kind']; materials: string[]; answer: (yes: boolean) => void } | undefined>();
  readonly #probes = new Map<string, Promise<Probe>>();
  readonly #running = new Map<string, Promise<boolean>>();

  /** What the tables say of a position; missing tables are built first. */
  probe(fen: string): Promise<Probe> {
    let found = this.#probes.get(fen);
    if (!found) {
      found = this.with(materialOf(fen), () => getJson<Probe>(address('/standard', { fen })));
      found.catch(() => this.#probes.delete(fen));
      this.#probes.set(fen, found);
    }
    return found;
  }

  /** Does what needs tables; builds missing ones and rebuilds damaged ones, then does it again. */
  with<T>(material: string, act: () => Promise<T>): Promise<T> {
    return this.#answer(act, material);
  }

  /** The same, but missing tables are not built. */
  rebuilding<T>(act: () => Promise<T>): Promise<T> {
    return this.#answer(act, undefined);
  }

  async #answer<T>(act: () => Promise<T>, material: string | undefined, tried: readonly string[] = []): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const remedy = remedyFor(error, material);
      if (!remedy || tried.includes(keyOf(remedy)) || !(await this.#once(remedy))) throw error;
      return this.#answer(act, material, [...tried, keyOf(remedy)]);
    }
  }

  /** Applies a remedy, once for all who wait for it; false if the answer to its question was no. */
  #once(remedy: Remedy): Promise<boolean> {
    const key = keyOf(remedy);
    let running = this.#running.get(key);
    if (!running) {
      running = this.#apply(remedy).finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }

  async #apply(remedy: Remedy): Promise<boolean> {
    const { kind, materials, options } = remedy;
    const asks = kind === 'damaged' || materials.some((material) => menOf(material) > MEN_AT_ONCE);
    if (asks && !(await this.#ask(remedy))) return false;
    for (const material of materials) {
      this.job = new Job(kind === 'damaged' ? `Rebuilding ${material}` : `Building the tables of ${material}`);
      try {
        await this.job.run('endgame build', { material, ...options });
      } finally {
        this.job = undefined;
      }
    }
    return true;
  }

  #ask({ kind, materials }: Remedy): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        this.question = undefined;
        resolve(yes);
      };
      this.question = { kind, materials, answer };
    });
  }
}

export const tables = new Supply();
