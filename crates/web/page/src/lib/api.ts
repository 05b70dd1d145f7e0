// What the server says. Every answer is the command line's envelope, so its
// complaints are shown as the command line shows them, place and all.

export interface Complaint {
  kind: string;
  message: string;
  input?: string;
  places?: { start: number; end: number; fault?: string; message?: string }[];
  repaired?: string;
  /** The faults that can be waived, if nothing else is wrong. */
  waivable?: string[];
  help?: string | string[];
  /** Endings to build, if a table is missing. */
  build?: string[];
  /** The table to rebuild, if it is damaged. */
  damaged?: { ending: string; metric: 'dtm' | 'dtz' };
}

export interface Envelope<T> {
  schema: string;
  command: string;
  status: 'ok' | 'proven' | 'refuted' | 'open' | 'error';
  result?: T;
  error?: Complaint;
  stats?: { nodes?: number; seconds?: number };
}

/** An answer that is no answer: bad input, a missing table, a busy or absent server. */
export class Refusal extends Error {
  readonly complaint: Complaint;
  constructor(complaint: Complaint) {
    super(complaint.message);
    this.complaint = complaint;
  }
}

export type Arguments = Record<string, string | number | boolean | undefined>;

/** An address with its query; what is undefined is left out. */
export function address(path: string, query: Arguments = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export const UNREACHABLE: Complaint = {
  kind: 'unreachable',
  message: 'the server does not answer',
  help: 'Start it with: sole serve',
};

/** How often a server that is asked too much at once is asked again, and for how long it may ask to wait. */
const RETRIES = 3;
const LONGEST_WAIT = 5;

async function request(url: string, init: RequestInit | undefined, retries: number): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw new Refusal(UNREACHABLE);
  });
  const wait = Number(response.headers.get('Retry-After') ?? Infinity);
  if (response.status !== 429 || retries === 0 || wait > LONGEST_WAIT) return response;
  await new Promise((done) => setTimeout(done, wait * 1000));
  return request(url, init, retries - 1);
}

/** Asks and reads JSON; a `Refusal` for anything else. */
export async function getJson<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await request(url, init, RETRIES);
  const body: unknown = await response.json().catch(() => undefined);
  // A list of answers is refused as a whole if the status says so.
  const lines = (Array.isArray(body) ? (response.ok ? [] : body) : [body]) as ({ error?: Complaint } | undefined)[];
  const complaint = lines.find((line) => line?.error)?.error;
  if (complaint) throw new Refusal(complaint);
  if (!response.ok || body === undefined) throw new Refusal(statusComplaint(response));
  return body as T;
}

function statusComplaint(response: Response): Complaint {
  const wait = response.headers.get('Retry-After');
  const help = wait ? `Try again in ${wait} s.` : undefined;
  const known: Record<number, string> = {
    404: 'this server does not have that',
    429: 'too many requests',
    503: 'the server is busy',
  };
  const message = known[response.status] ?? `the server answered ${response.status}`;
  return help ? { kind: `http-${response.status}`, message, help } : { kind: `http-${response.status}`, message };
}

/** The longest address that is asked; the server takes no query beyond 4 KiB. */
const LONGEST_ADDRESS = 3000;

/** Asks `sole NOUN VERB`; what is too long for an address goes into the body. */
function asking<T>(command: string, query: Arguments, signal: AbortSignal | undefined): Promise<T> {
  const path = `/api/${command.replace(' ', '/')}`;
  const url = address(path, query);
  const init: RequestInit = signal ? { signal } : {};
  if (url.length <= LONGEST_ADDRESS) return getJson<T>(url, init);
  const headers = { 'Content-Type': 'application/json' };
  return getJson<T>(path, { ...init, method: 'POST', headers, body: JSON.stringify(query) });
}

/** `sole NOUN VERB`, its envelope. */
export function ask<T>(command: string, query: Arguments, signal?: AbortSignal): Promise<Envelope<T>> {
  return asking<Envelope<T>>(command, query, signal);
}

/** The same with what is too long for an address. */
export function send<T>(command: string, body: Arguments): Promise<Envelope<T>> {
  return getJson<Envelope<T>>(`/api/${command.replace(' ', '/')}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The results of a command that answers with several lines. */
export async function askMany<T>(command: string, query: Arguments, signal?: AbortSignal): Promise<T[]> {
  const answer = await asking<Envelope<T> | Envelope<T>[]>(command, query, signal);
  const lines = Array.isArray(answer) ? answer : [answer];
  const bad = lines.find((line) => line.error);
  if (bad?.error) throw new Refusal(bad.error);
  return lines.flatMap((line) => (line.result === undefined ? [] : [line.result]));
}

/** Whether a failure is news to the reader, who may have caused it by cancelling. */
export const isWorthShowing = (error: unknown): boolean =>
  !(error instanceof Refusal && error.complaint.kind === 'interrupted');

/** Complaints about what was asked: the same question would be refused again. */
const LASTING = /^(bad-(?!table$|atlas$)|no-table$|usage$|not-found$|origin$|host$)/;

/** Whether it may help to ask the same again. */
export const isPassing = ({ kind }: Complaint): boolean => !LASTING.test(kind);

/** Anything thrown, as a complaint that can be shown. */
export function complaintOf(error: unknown): Complaint {
  if (error instanceof Refusal) return error.complaint;
  return { kind: 'page', message: error instanceof Error ? error.message : String(error) };
}
