/** A page that is never idle calls back after this time. */
const LATEST_MS = 5000;

/** Calls back once the page is visible and idle. A prerendered page may never become visible. */
export function whenIdle(act: () => void): void {
  const wait = (): unknown =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: LATEST_MS }) : setTimeout(act);
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}
