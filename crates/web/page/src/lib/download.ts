// Files to keep. They are fetched first, so that a refusal is shown and not saved.

import { Refusal, type Complaint } from './api';

/** Fetches an address and saves what comes under a name. Returns what the file does not keep. */
export async function download(url: string, name: string): Promise<string[]> {
  const response = await fetch(url).catch(() => undefined);
  if (!response) throw new Refusal({ kind: 'unreachable', message: 'the server does not answer' });
  if (!response.ok) {
    const body = (await response.json().catch(() => undefined)) as { error?: Complaint } | undefined;
    throw new Refusal(body?.error ?? { kind: 'http', message: `the server answered ${response.status}` });
  }
  save(await response.blob(), name);
  return losses(response.headers.get('Sole-Losses'));
}

/** The sentences of a header that lists them as JSON; none if it does not. */
export function losses(header: string | null): string[] {
  try {
    const list: unknown = JSON.parse(header ?? '[]');
    return Array.isArray(list) ? list.filter((loss) => typeof loss === 'string') : [];
  } catch {
    return [];
  }
}

/** Saves what the page has. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
