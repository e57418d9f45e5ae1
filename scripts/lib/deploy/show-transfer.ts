import { bytesIn } from '../../../src/deploy/deploy-report.ts';
import type { DeployProgress, TransferEvent } from '../../../src/deploy/deploy.ts';
import { redactSecrets } from '../../../src/deploy/redact-secrets.ts';
import { showProgress } from '../show-progress.ts';

const BAR_WIDTH = 20;

/** Least time between two lines of JSON about bytes. */
const INTERVAL_MS = 100;

/** Shows a deployment to its operator. */
interface ShownTransfer extends DeployProgress {
  end(): void;
}

/** Prints the sentences of a deployment to stderr, and its steps where it takes longer: in a terminal as a line that changes. */
export function showTransfer(): ShownTransfer {
  const { isTTY } = process.stderr;
  const later = showProgress((line) => console.error(redactSecrets(line)));
  const show = (step: string): void => {
    if (isTTY) process.stderr.write(`\r\u{1b}[K${redactSecrets(step)}`);
    else later(step);
  };
  const clear = (): void => {
    if (isTTY) process.stderr.write('\r\u{1b}[K');
  };
  let startMs = 0;
  return {
    say(sentence) {
      clear();
      console.error(redactSecrets(sentence));
    },
    step(step) {
      startMs = performance.now();
      show(step);
    },
    sent: (bytes, total) => show(transferLine(bytes, total, secondsLeft(bytes, total, startMs))),
    end: clear,
  };
}

/** Prints each event of a deployment to stderr, as a line of JSON. */
export function printTransferEvents(): ShownTransfer {
  const print = (event: TransferEvent): void => console.error(JSON.stringify(event));
  let startMs = 0;
  let printedMs = 0;
  return {
    say: (sentence) => print({ type: 'say', text: redactSecrets(sentence) }),
    step(step) {
      startMs = performance.now();
      printedMs = startMs;
      print({ type: 'step', text: redactSecrets(step) });
    },
    sent(bytes, total) {
      if (bytes < total && performance.now() - printedMs < INTERVAL_MS) return;
      printedMs = performance.now();
      print({ type: 'sent', bytes, total, secondsLeft: secondsLeft(bytes, total, startMs) });
    },
    end() {},
  };
}

/** @example Sending: [#####...............] 15 of 61 kB, 3 s left */
function transferLine(bytes: number, total: number, seconds: number): string {
  const filled = Math.round(shareOf(bytes, total) * BAR_WIDTH);
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
  return `Sending: [${bar}] ${bytesIn(bytes)} of ${bytesIn(total)}, ${seconds} s left`;
}

const shareOf = (bytes: number, total: number): number => (total ? Math.min(bytes / total, 1) : 1);

function secondsLeft(bytes: number, total: number, startMs: number): number {
  const share = shareOf(bytes, total);
  const elapsedMs = performance.now() - startMs;
  return share ? Math.ceil((elapsedMs / share - elapsedMs) / 1000) : 0;
}
