import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A part of an envelope: https://develop.sentry.dev/sdk/foundations/envelopes/ */
interface Item {
  type: string;
  payload: Buffer;
}

export interface Receiver {
  /** DSN for error reports. */
  dsn: string;
  /** Everything of a type that has arrived so far. */
  items: (type: string) => Item[];
  close: () => void;
}

/**
 * Starts Spotlight on this machine. It accepts error reports as Sentry does.
 * @param origin host name of the pages that report
 */
export async function startSpotlight(port: number, origin: string): Promise<Receiver> {
  const program = fileURLToPath(import.meta.resolve('@spotlightjs/spotlight')).replace(/dist\/.*$/, 'dist/run.js');
  const args = [program, 'server', '--port', String(port), '--allowed-origin', origin];
  const folder = mkdtempSync(join(tmpdir(), 'spotlight-'));
  // Makes Spotlight write each envelope to a file.
  const env = { ...process.env, SPOTLIGHT_CAPTURE: '1' };
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
  await untilUp(`http://127.0.0.1:${port}/health`, server);
  return {
    dsn: `http://key@127.0.0.1:${port}/1`,
    items: (type) =>
      readdirSync(folder)
        .flatMap((file) => itemsOf(readFileSync(join(folder, file))))
        .filter((item) => item.type === type),
    close: () => {
      server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The items of an envelope; empty if the envelope is incomplete. */
function itemsOf(envelope: Buffer): Item[] {
  const items: Item[] = [];
  let start = envelope.indexOf('\n') + 1;
  while (start > 0 && start < envelope.length) {
    const end = envelope.indexOf('\n', start);
    const { type, length } = JSON.parse(envelope.subarray(start, end).toString()) as { type: string; length?: number };
    const next = length === undefined ? envelope.indexOf('\n', end + 1) : end + 1 + length;
    items.push({ type, payload: envelope.subarray(end + 1, next < 0 ? undefined : next) });
    start = next < 0 ? envelope.length : next + 1;
  }
  return items;
}

async function untilUp(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    try {
      return void (await fetch(url));
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  throw new Error('Spotlight does not start.');
}
