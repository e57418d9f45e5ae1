/** Key of `localStorage`; `start-early.ts` reads it. */
const KEY = 'signedIn';

/** Notes that this browser is signed in, so that the next page of the chat loads its scripts at once. It grants nothing. */
export function markSignedIn(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // The browser denies storage: the scripts load a little later.
  }
}

export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // The browser denies storage, so nothing is in it.
  }
}
