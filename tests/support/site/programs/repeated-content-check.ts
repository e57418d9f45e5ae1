/** Child process that runs `scripts/content-check.ts` of its working directory for each message. Modules stay loaded between runs. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { printError as PrintError } from '../../../../scripts/lib/terminal/report-user-errors.ts';

/** URL of a script of the working directory, which is a copy of the project. */
const urlOf = (script: string): string => pathToFileURL(resolve('scripts', script)).href;

const { printError } = (await import(urlOf('lib/terminal/report-user-errors.ts'))) as { printError: typeof PrintError };

let output = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array) => {
    output[name] += String(text);
    return true;
  };

let runs = 0;
process.on('message', (args: string[]) => void run(args));

async function run(args: string[]): Promise<void> {
  output = { stdout: '', stderr: '' };
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  try {
    await import(`${urlOf('content-check.ts')}?${(runs += 1)}`);
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
  process.send?.({ code: process.exitCode, output: output.stderr + output.stdout });
}
