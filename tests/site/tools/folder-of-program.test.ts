// The program refuses to work in a folder whose path Vite and Node write in different ways.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { environment } from '../../support/runnable-project-copy.ts';

test.each(['#', '?', '%', '"', '[', ']', '~', '\\'])(
  'a command in a folder with %s in its path ends with a sentence',
  async (character) => {
    const parent = mkdtempSync(join(tmpdir(), 'folder-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const folder = join(parent, `a${character}b`);
    mkdirSync(folder);
    for (const script of ['build.mjs', 'content-check.ts']) {
      const { code, output } = await runAndCapture(
        process.execPath,
        [resolve('scripts', script)],
        folder,
        environment({}),
      );
      expect(code).toBe(1);
      expect(output).toMatch(/^The program lies in .*\. Move it to a path without .*\.\n$/);
    }
  },
);
