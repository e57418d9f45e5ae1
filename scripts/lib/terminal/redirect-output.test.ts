import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../run-and-capture.ts';

/** Runs a program that captures its output, and returns the contents of terminal and log. */
async function run(program: string): Promise<{ code: number | null; output: string; log: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'capture-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const module = resolve('scripts/lib/terminal/redirect-output.ts');
  writeFileSync(join(dir, 'run.mjs'), `import { redirectOutput } from '${module}';\n${program}`);
  const { code, output } = await runAndCapture(process.execPath, ['run.mjs'], dir, { ...process.env, NO_COLOR: '1' });
  return { code, output, log: readFileSync(join(dir, 'logs/tools.log'), 'utf8') };
}

test('output of libraries goes to the log, and output of the script to the terminal', async () => {
  const ran = await run(`
    const tools = redirectOutput('logs/tools.log');
    console.error('a parser complains'); console.log('a library tells'); process.stdout.write(Buffer.from('bytes\\n'));
    await new Promise((done) => process.stderr.write('awaited\\n', done));
    tools.print('1 of 2 pages');
    tools.release();
    console.log('the table');`);
  expect(ran).toEqual({
    code: 0,
    output: '1 of 2 pages\nthe table\n',
    log: 'a parser complains\na library tells\nbytes\nawaited\n',
  });
});

test('an error that ends the program names the log', async () => {
  const { code, output, log } = await run(`
    redirectOutput('logs/tools.log');
    setTimeout(() => { console.error('the cause'); process.exit(3); });`);
  expect([code, output, log]).toEqual([3, 'What went wrong is in logs/tools.log\n', 'the cause\n']);
});
