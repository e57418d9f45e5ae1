/** Does something once the page is on somebody's screen and has nothing else to do: a page that is rendered ahead may never be looked at. */
export function whenIdle(act: () => void): void {
  const wait = (): unknown => (globalThis.requestIdleCallback ?? setTimeout)(act);
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}
