// Files to keep. They are fetched first, so that a refusal is shown and not saved.

import { Refusal, type Complaint } from './api';

/** Fetches an address and saves what comes under a name. */
export async function download(url: string, name: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined);
  if (!response) throw new Refusal({ kind: 'unreachable', message: 'the server does not answer' });
  if (!response.ok) {
    const body = (await response.json().catch(() => undefined)) as { error?: Complaint } | undefined;
    throw new Refusal(body?.error ?? { kind: 'http', message: `the server answered ${response.status}` });
  }
  save(await response.blob(), name);
}

/** Saves what the page has. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
