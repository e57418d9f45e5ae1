import { basename } from 'node:path';

import { emitClientAsset } from 'astro/assets/utils';
import { build, type OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';

import { required } from '../../shared/required.ts';

const QUERY = /\?inline-script$/;

/**
 * `import code from './consent-banner.ts?inline-script'`: the text of a script, to inline into a page. Its dynamic imports become
 * hashed files of a build; the dev server inlines them, too.
 */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: QUERY },
    async handler(id) {
      const file = id.replace(QUERY, '');
      const [script, ...later] = await bundle(file, this.environment.mode === 'build');
      for (const { fileName, code } of later) emitClientAsset(this, { type: 'asset', fileName, source: code });
      this.addWatchFile(file);
      const { code: own } = required(script, `code of ${file}`);
      // Braces keep its names out of the global scope.
      return `export default ${JSON.stringify(`{${own.replaceAll('`./_astro/', '`/_astro/').trim()}}`)}`;
    },
  },
});

/** Bundles a script. The script itself comes first, then the chunks of its dynamic imports. */
async function bundle(file: string, splitsCode: boolean): Promise<OutputChunk[]> {
  const { output } = await build({
    input: file,
    platform: 'browser',
    write: false,
    output: {
      minify: true,
      codeSplitting: splitsCode,
      entryFileNames: basename(file),
      chunkFileNames: '_astro/[name].[hash].js',
    },
  });
  return output.filter((part) => part.type === 'chunk').toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry));
}
