const INTERVAL_MS = 5000;

/**
 * Tells a person who waits what a long command is doing: nothing in its first 5 s, then each step of which a line has not been
 * printed. The lines go to stderr, as they are no result.
 * @returns takes the step that begins, such as `Rendering: 50 of 300 hosts`
 */
export function showProgress(print: (line: string) => void = console.error): (step: string) => void {
  const start = performance.now();
  let step = '';
  let printed = '';
  const timer = setInterval(() => {
    if (step === printed) return;
    print(`${Math.round((performance.now() - start) / 1000)} s  ${step} …`);
    printed = step;
  }, INTERVAL_MS);
  timer.unref();
  return (next) => void (step = next);
}
