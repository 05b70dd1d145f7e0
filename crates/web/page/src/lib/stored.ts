// Small things that this browser remembers. Storage may be forbidden or full;
// then they are forgotten, and nothing else happens.

export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`sole.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`sole.${name}`, JSON.stringify(value));
  } catch {
    // Forgotten.
  }
}
