import { globSync, readFileSync } from 'node:fs';

import { build } from 'rolldown';

/** Folder of the editor's scripts and styles. */
export const BROWSER_DIR = 'src/edit/browser';

/** Bundles the scripts of the editor, and joins its styles. Nothing is written. */
export async function bundleAssets() {
  const { output } = await build({
    input: `${BROWSER_DIR}/main.ts`,
    platform: 'browser',
    write: false,
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
  const scripts = output.flatMap((part) =>
    part.type === 'chunk'
      ? [[part.fileName, { type: 'text/javascript; charset=utf-8', body: part.code }] as const]
      : [],
  );
  const styles = globSync(`${BROWSER_DIR}/**/*.css`).toSorted();
  const css = styles.map((file) => readFileSync(file, 'utf8')).join('\n');
  return new Map([...scripts, ['edit.css', { type: 'text/css; charset=utf-8', body: css }]]);
}
