import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { environment } from '../../support/runnable-project-copy.ts';

test('setup names each program that it installs, and writes the output of installers to a file', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'setup-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const fake = (name: string, script: string): void =>
    writeFileSync(join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  fake('apt-get', 'echo "E: a long complaint" >&2; exit 100');
  fake('sudo', 'exec "$@"');
  fake('playwright', 'echo "a longer one"; exit 1');
  const { code, output } = await runAndCapture(
    process.execPath,
    [resolve('scripts/install-test-tools.ts')],
    dir,
    environment({ PATH: dir }),
  );
  expect(code).toBe(1);
  expect(output).toMatch(/Installing [\w-]+ with apt-get …/);
  expect(output).toMatch(/[\w-]+ could not be installed with apt-get; \.cache\/logs\/setup\.log says why\./);
  expect(output).not.toMatch(/complaint|longer one|^ +at /m);
  expect(readFileSync(join(dir, '.cache/logs/setup.log'), 'utf8')).toContain('E: a long complaint');
});
