import { LEFT_COOKIE, SIGN_OUT_ACTION } from '../../contract/sign-out.ts';

/** Longest session, in seconds. */
const WEEK_SECONDS = 604_800;

/**
 * Empties the page within the same task, signs out and clears the storage of the site. The cookie ends the session with the next request,
 * where the beacon is lost.
 */
export function endVisit(): void {
  document.documentElement.replaceChildren();
  const cookie = `${LEFT_COOKIE}=1; Path=/; Max-Age=${WEEK_SECONDS}; SameSite=Lax`;
  // As in src/service/request/local-cookies.ts.
  const isLocal = location.hostname.endsWith('.localhost');
  document.cookie = isLocal ? cookie.replace('__Host-', 'local-') : `${cookie}; Secure`;
  navigator.sendBeacon(SIGN_OUT_ACTION, new URLSearchParams());
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // The browser denies storage, so nothing is in it.
  }
}
