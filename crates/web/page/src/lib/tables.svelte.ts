// Endgame tables: asked, and built when they are missing.

import { materialOf, menOf } from '../chess/material';
import type { Probe } from '../chess/probe';
import { address, getJson, Refusal } from './api';
import { Job } from './jobs.svelte';

/** Endings with more men than this are built only when somebody says so. */
const MEN_AT_ONCE = 4;

class Supply {
  /** The build that runs. */
  job = $state.raw<Job | undefined>();
  /** Endings that wait for someone to say yes. */
  question = $state.raw<{ materials: string[]; answer: (yes: boolean) => void } | undefined>();
  readonly #probes = new Map<string, Promise<Probe>>();

  /** What the tables say of a position; what is missing is built first. */
  probe(fen: string): Promise<Probe> {
    let found = this.#probes.get(fen);
    if (!found) {
      found = this.with(materialOf(fen), () => getJson<Probe>(address('/standard', { fen })));
      found.catch(() => this.#probes.delete(fen));
      this.#probes.set(fen, found);
    }
    return found;
  }

  /** Does what needs tables, and builds them and does it again if they were missing. */
  async with<T>(material: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal) || error.complaint.kind !== 'missing-table') throw error;
      await this.#build(error.complaint.build ?? [material], error);
      return act();
    }
  }

  async #build(materials: string[], refusal: Refusal): Promise<void> {
    if (materials.some((m) => menOf(m) > MEN_AT_ONCE) && !(await this.#ask(materials))) throw refusal;
    for (const material of materials) {
      const job = new Job(`Building the tables of ${material}`);
      this.job = job;
      try {
        await job.run('endgame build', { material });
      } finally {
        this.job = undefined;
      }
    }
  }

  #ask(materials: string[]): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        this.question = undefined;
        resolve(yes);
      };
      this.question = { materials, answer };
    });
  }
}

export const tables = new Supply();
