import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { rootOf } from '../editions/editions.ts';
import type { AssembledEdition } from './assemble.ts';
import { compress, isText } from './compress.ts';

/** Puts `.br` and `.gz` beside every text file of editions; what many editions have is compressed once. */
export async function precompress(assembled: AssembledEdition[], dist: string): Promise<void> {
  const known = new Map<string, ReturnType<typeof compress>>();
  for (const { edition, files } of assembled) {
    const texts = [...files].filter(isText);
    await Promise.all(
      texts.map(async (file) => {
        const path = `${dist}/${rootOf(edition)}/${file}`;
        const content = readFileSync(path);
        const hash = createHash('sha256').update(content).digest('hex');
        const compressed = known.get(hash) ?? compress(content);
        known.set(hash, compressed);
        const { br, gz } = await compressed;
        writeFileSync(`${path}.br`, br);
        writeFileSync(`${path}.gz`, gz);
        files.add(`${file}.br`).add(`${file}.gz`);
      }),
    );
  }
}
