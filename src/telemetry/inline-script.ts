import { basename } from 'node:path';

import { emitClientAsset } from 'astro/assets/utils';
import { build, type OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';

const QUERY = '?inline-script';

/**
 * `import code from './consent-banner.ts?inline-script'`: the text of a script, for a page to have in itself. What the script imports
 * later, with `import()`, becomes a hashed file.
 */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return undefined;
    const file = id.slice(0, -QUERY.length);
    const [script, ...later] = await bundle(file);
    for (const { fileName, code } of later)
      if (this.environment.mode === 'build') emitClientAsset(this, { type: 'asset', fileName, source: code });
    this.addWatchFile(file);
    // In braces its names are its own.
    return `export default ${JSON.stringify(`{${script!.code.replaceAll('`./_astro/', '`/_astro/').trim()}}`)}`;
  },
});

/** The script first. */
async function bundle(file: string): Promise<OutputChunk[]> {
  const { output } = await build({
    input: file,
    platform: 'browser',
    write: false,
    output: { minify: true, entryFileNames: basename(file), chunkFileNames: '_astro/[name].[hash].js' },
  });
  return output.filter((part) => part.type === 'chunk').toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry));
}
