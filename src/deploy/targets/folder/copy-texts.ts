import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Shell } from './shell.ts';

/** Copies texts to a folder of the target, which has their folders, each in a step. @param texts by path below the folder */
export async function copyTexts(shell: Shell, texts: Record<string, string>, to: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    await shell.copy(folder, Object.keys(texts), to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
