import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import type { Output } from '../../output/folders.ts';
import { cachedBy } from '../../shared/cached-by.ts';

/** Number of renameat2 of Linux, which Node lacks and Perl can call by number. */
const CALLS: Partial<Record<NodeJS.Architecture, number>> = { x64: 316, arm64: 276 };

/** Exchanges two folders for each line that it reads, and prints whether it could. The signal of a terminal ends a watched build after the swap. */
const SCRIPT = `
$| = 1;
$SIG{INT} = 'IGNORE';
while (<STDIN>) {
  chomp;
  my ($a, $b) = split /\\t/;
  print syscall($ARGV[0] + 0, -100, $a, -100, $b, 2) == 0 ? "yes\\n" : "no\\n";
}`;

type Perl = ChildProcessByStdio<Writable, Readable, null>;

/** Starts the program that exchanges folders, which takes as long as rendering some pages. It ends with this process. */
export const prepareExchange = cachedBy((_output: Output): Perl | undefined => {
  const call = process.platform === 'linux' && CALLS[process.arch];
  if (!call) return undefined;
  const perl = spawn('perl', ['-e', SCRIPT, String(call)], { stdio: ['pipe', 'pipe', 'ignore'] });
  for (const part of [perl, perl.stdin]) part.on('error', () => {});
  keepAlive(perl, false);
  return perl;
});

/** Exchanges the last build and the next in one step. @returns whether the system can */
export async function exchangeFolders(output: Output): Promise<boolean> {
  const perl = prepareExchange(output);
  if (!perl?.pid || perl.exitCode !== null || perl.signalCode !== null) return false;
  keepAlive(perl, true);
  const ended = new AbortController();
  try {
    perl.stdin.write(`${output.next}\t${output.dist}\n`);
    const [answer] = await Promise.race([once(perl.stdout, 'data', ended), once(perl, 'exit', ended)]);
    return String(answer) === 'yes\n';
  } finally {
    ended.abort();
    keepAlive(perl, false);
  }
}

/** Whether this process waits for another one. */
function keepAlive(child: Perl, isAwaited: boolean): void {
  for (const part of [child, child.stdin, child.stdout] as unknown as { ref(): void; unref(): void }[])
    if (isAwaited) part.ref();
    else part.unref();
}
