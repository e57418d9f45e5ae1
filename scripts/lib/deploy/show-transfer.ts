import type { DeployProgress, TransferEvent } from '../../../src/deploy/deploy-request.ts';
import { describeSent } from '../../../src/deploy/format-bytes.ts';
import type { Credentials } from '../../../src/deploy/requests/credentials.ts';
import { showProgress } from '../terminal/show-progress.ts';

const BAR_WIDTH = 20;

/** Time after which the time left is known. */
const ESTIMATE_AFTER_MS = 2000;

/** Least time between two states of the bar, or lines of JSON about bytes. */
const INTERVAL_MS = 100;

/** Shows a deployment to its operator. */
interface ShownTransfer extends DeployProgress {
  end(): void;
}

/** Prints the sentences of a deployment to stderr, and its steps where it takes longer: in a terminal as a line that changes. */
export function showTransfer(credentials: Credentials): ShownTransfer {
  const { isTTY } = process.stderr;
  const later = showProgress((line) => console.error(credentials.redact(line)));
  const show = (step: string): void => {
    if (isTTY) process.stderr.write(`\r\u{1b}[K${credentials.redact(step)}`);
    else later(step);
  };
  const clear = (): void => {
    if (isTTY) process.stderr.write('\r\u{1b}[K');
  };
  let startMs = 0;
  let shownMs = 0;
  return {
    say(sentence) {
      clear();
      console.error(credentials.redact(sentence));
    },
    step(step) {
      startMs = performance.now();
      show(step);
    },
    sent(bytes, total) {
      if (isTTY && bytes < total && performance.now() - shownMs < INTERVAL_MS) return;
      shownMs = performance.now();
      show(transferLine(bytes, total, secondsLeft(bytes, total, shownMs - startMs)));
    },
    end: clear,
  };
}

/** Prints each event of a deployment to stderr, as a line of JSON. */
export function printTransferEvents(credentials: Credentials): ShownTransfer {
  const print = (event: TransferEvent): void => console.error(JSON.stringify(event));
  let startMs = 0;
  let printedMs = 0;
  return {
    say: (sentence) => print({ type: 'say', text: credentials.redact(sentence) }),
    step(step) {
      startMs = performance.now();
      printedMs = startMs;
      print({ type: 'step', text: credentials.redact(step) });
    },
    sent(bytes, total) {
      if (bytes < total && performance.now() - printedMs < INTERVAL_MS) return;
      printedMs = performance.now();
      print({ type: 'sent', bytes, total, secondsLeft: secondsLeft(bytes, total, printedMs - startMs) });
    },
    end() {},
  };
}

/** @example Sending: [#####...............] 15.3 MB of 61 MB, 9 s left */
function transferLine(bytes: number, total: number, seconds: number | null): string {
  const filled = Math.round(shareOf(bytes, total) * BAR_WIDTH);
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
  return `Sending: [${bar}] ${describeSent(bytes, total, seconds)}`;
}

const shareOf = (bytes: number, total: number): number => (total ? Math.min(bytes / total, 1) : 1);

/** @returns null where it is not known yet */
export function secondsLeft(bytes: number, total: number, elapsedMs: number): number | null {
  const share = shareOf(bytes, total);
  if (!share || elapsedMs < ESTIMATE_AFTER_MS) return null;
  return Math.ceil((elapsedMs / share - elapsedMs) / 1000);
}
