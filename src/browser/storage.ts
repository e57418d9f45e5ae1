/** Storage of the browser: `localStorage` lasts, `sessionStorage` belongs to the tab. */
type Place = 'localStorage' | 'sessionStorage';

/** Reads a stored text; `undefined` where there is none, or the browser denies storage. */
export function readStored(place: Place, key: string): string | undefined {
  try {
    return globalThis[place].getItem(key) ?? undefined;
  } catch {
    // The visitor has switched storage off.
    return undefined;
  }
}

/** Stores a text; `undefined` deletes it. Where the browser denies storage, nothing is kept. */
export function store(place: Place, key: string, text: string | undefined): void {
  try {
    if (text === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
  } catch {
    // The visitor has switched storage off, or it is full.
  }
}
