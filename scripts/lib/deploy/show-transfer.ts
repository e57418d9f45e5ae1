import { bytesIn } from '../../../src/deploy/deploy-report.ts';
import type { DeployProgress } from '../../../src/deploy/deploy.ts';
import { redactSecrets } from '../../../src/deploy/redact-secrets.ts';
import { showProgress } from '../show-progress.ts';

const BAR_WIDTH = 20;

/** Prints the sentences of a deployment to stderr, and its steps where it takes longer: in a terminal as a line that changes. */
export function showTransfer({ isJson }: { isJson: boolean }): DeployProgress & { end: () => void } {
  const isTerminal = process.stderr.isTTY && !isJson;
  const later = showProgress((line) => console.error(redactSecrets(line)));
  const show = (step: string): void => {
    if (isTerminal) process.stderr.write(`\r\u{1b}[K${redactSecrets(step)}`);
    else later(step);
  };
  const clear = (): void => {
    if (isTerminal) process.stderr.write('\r\u{1b}[K');
  };
  let startMs = 0;
  return {
    say(sentence) {
      clear();
      if (!isJson) console.error(redactSecrets(sentence));
    },
    step(step) {
      startMs = performance.now();
      show(step);
    },
    sent: (bytes, total) => show(transferLine(bytes, total, performance.now() - startMs)),
    end: clear,
  };
}

/** @example Sending: [#####...............] 15 of 61 kB, 3 s left */
function transferLine(bytes: number, total: number, elapsedMs: number): string {
  const share = total ? Math.min(bytes / total, 1) : 1;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
  const leftSeconds = share ? Math.ceil((elapsedMs / share - elapsedMs) / 1000) : 0;
  return `Sending: [${bar}] ${bytesIn(bytes)} of ${bytesIn(total)}, ${leftSeconds} s left`;
}
