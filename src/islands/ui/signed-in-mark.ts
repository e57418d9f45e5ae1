import { store } from '../../browser/storage.ts';

const KEY = 'signedIn';

/** Whether this browser was signed in at its last visit. Inlined into pages: keep it small. */
export function isMarkedSignedIn(): boolean | undefined {
  try {
    return KEY in localStorage;
  } catch {
    // The browser denies storage.
    return undefined;
  }
}

/** Notes that this browser is signed in, so that the next page of the chat loads its scripts at once. It grants nothing. */
export const markSignedIn = (): void => store('localStorage', KEY, '1');

export const forgetSignedIn = (): void => store('localStorage', KEY, undefined);
