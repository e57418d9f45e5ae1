const INTERVAL_MS = 5000;

/**
 * Prints the steps of a long command to stderr: nothing in the first 5 s, then each new step every 5 s.
 * @returns a function to call with each step that begins, such as `Rendering: 50 of 300 hosts`
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
