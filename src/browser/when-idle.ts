/** A page that never has nothing to do does it all the same. */
const LATEST_MS = 5000;

/** Does something once the page is on somebody's screen and has nothing else to do: a page that is rendered ahead may never be looked at. */
export function whenIdle(act: () => void): void {
  const wait = (): unknown =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: LATEST_MS }) : setTimeout(act);
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}
