/** Key of `localStorage`. */
const KEY = 'signedIn';

/** Whether this browser was signed in at its last visit. */
export function isMarkedSignedIn(): boolean {
  try {
    return KEY in localStorage;
  } catch {
    return false;
  }
}

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
