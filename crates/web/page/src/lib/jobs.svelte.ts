// Long work on the server: started, watched by server-sent events, cancelled.
//
// The server ends a job whose listener leaves, so closing the events is enough
// to give back what it holds.

import { getJson, Refusal, type Arguments, type Complaint, type Envelope } from './api';

interface Progress {
  label?: string;
  share?: number | null;
  details?: string;
}

/** One job, with what is known of it while it runs. */
export class Job<T = unknown> {
  readonly title: string;
  label = $state('');
  share = $state<number | undefined>();
  details = $state('');
  place = $state<number | undefined>();
  state = $state<'starting' | 'running' | 'done' | 'failed' | 'cancelled'>('starting');
  #id: string | undefined;
  #events: EventSource | undefined;
  #settle: { resolve: (exit: number) => void; reject: (error: unknown) => void } | undefined;
  #complaint: Complaint | undefined;

  constructor(title: string) {
    this.title = title;
  }

  /** Runs a command to its end; the exit code, or a `Refusal`. Each answer goes to `online` at once. */
  async run(command: string, options: Arguments, online?: (answer: Envelope<T>) => void): Promise<number> {
    const started = await getJson<{ id: string; events: string }>('/api/jobs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ command, arguments: options }),
    });
    this.#id = started.id;
    if (this.state === 'cancelled') return this.#giveUp();
    this.state = 'running';
    return new Promise<number>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#listen(new EventSource(started.events), online);
    });
  }

  cancel(): void {
    if (this.state === 'done' || this.state === 'failed') return;
    this.state = 'cancelled';
    if (this.#id) {
      void fetch(`/api/jobs/${this.#id}`, { method: 'DELETE' }).catch(() => undefined);
      this.#events?.close();
      this.#settle?.reject(new Refusal({ kind: 'interrupted', message: 'cancelled' }));
    }
  }

  #giveUp(): never {
    if (this.#id) void fetch(`/api/jobs/${this.#id}`, { method: 'DELETE' }).catch(() => undefined);
    throw new Refusal({ kind: 'interrupted', message: 'cancelled' });
  }

  #listen(events: EventSource, online?: (answer: Envelope<T>) => void): void {
    this.#events = events;
    const on = <D>(name: string, act: (data: D) => void) =>
      events.addEventListener(name, (event) => act(JSON.parse((event as MessageEvent<string>).data) as D));
    on<{ place: number }>('queued', ({ place }) => (this.place = place));
    on<Progress>('progress', ({ label, share, details }) => {
      this.place = undefined;
      this.label = label ?? '';
      this.share = share ?? undefined;
      this.details = details ?? '';
    });
    on<Envelope<T>>('line', (answer) => {
      if (answer.error) this.#complaint = answer.error;
      online?.(answer);
    });
    on<{ exit: number }>('done', ({ exit }) => this.#finish(exit));
    events.addEventListener('error', () => {
      if (events.readyState === EventSource.CLOSED || this.state === 'running') {
        this.#fail({ kind: 'unreachable', message: 'the connection to the job was lost' });
      }
    });
  }

  #finish(exit: number): void {
    this.#events?.close();
    if (this.#complaint) return this.#fail(this.#complaint);
    this.state = 'done';
    this.#settle?.resolve(exit);
  }

  #fail(complaint: Complaint): void {
    this.#events?.close();
    if (this.state === 'cancelled') return;
    this.state = 'failed';
    this.#settle?.reject(new Refusal(complaint));
  }
}
