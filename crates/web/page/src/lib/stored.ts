// Small things that this browser remembers, or this tab alone. Storage may be forbidden or full;
// then they are forgotten, and nothing else happens.

export type Memory = 'browser' | 'tab';

const storage = (memory: Memory): Storage => (memory === 'tab' ? sessionStorage : localStorage);

export function recall<T>(name: string, otherwise: T, memory: Memory = 'browser'): T {
  try {
    const text = storage(memory).getItem(`sole.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown, memory: Memory = 'browser'): void {
  try {
    storage(memory).setItem(`sole.${name}`, JSON.stringify(value));
  } catch {
    // Forgotten.
  }
}
