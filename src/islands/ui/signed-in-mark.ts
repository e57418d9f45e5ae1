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

/**
 * Notes that this browser is signed in, so that the next page of the chat loads its scripts at once, and shows the drafts of this user only.
 * It grants nothing.
 */
export const markSignedIn = (user = '1'): void => store('localStorage', KEY, user);

export const forgetSignedIn = (): void => store('localStorage', KEY, undefined);
