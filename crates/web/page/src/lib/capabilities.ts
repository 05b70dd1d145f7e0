// What this server can do, by its own OpenAPI document; so that the page offers
// nothing that would fail.

import { getJson } from './api';

interface OpenApi {
  paths?: Record<string, { get?: Operation; post?: Operation }>;
}

interface Operation {
  parameters?: { name?: string }[];
}

/** Paths of the server, with the names of their parameters. */
export type Capabilities = ReadonlyMap<string, readonly string[]>;

let known: Promise<Capabilities> | undefined;

/** Asked once; empty if the server has no such document. */
export function capabilities(): Promise<Capabilities> {
  known ??= getJson<OpenApi>('/api/openapi.json').then(read, () => new Map());
  return known;
}

function read({ paths = {} }: OpenApi): Capabilities {
  const names = ({ get, post }: { get?: Operation; post?: Operation }) =>
    ((get ?? post)?.parameters ?? []).flatMap(({ name }) => (name ? [name] : []));
  return new Map(Object.entries(paths).map(([path, operations]) => [path, names(operations)]));
}
