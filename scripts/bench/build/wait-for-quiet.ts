import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_CORES = 0.15;
const PATIENCE_SECONDS = 90;

/** CPU seconds of all programs of this machine since its start. */
export function busySeconds(): number {
  const used = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return used.reduce((sum, ms) => sum + ms, 0) / 1000;
}

/** Waits for a second without load from other programs, at most {@link PATIENCE_SECONDS}. */
export async function waitForQuiet(): Promise<void> {
  for (let waited = 0; waited < PATIENCE_SECONDS; waited += 1) {
    const before = busySeconds();
    await sleep(1000);
    if (busySeconds() - before < QUIET_CORES) return;
  }
}
