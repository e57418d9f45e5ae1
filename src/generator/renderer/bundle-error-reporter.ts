import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build, type OutputChunk } from 'rolldown';

/** Placeholder of the release until all scripts are bundled. */
const RELEASE = '<release>';

/**
 * Bundles the script that reports the errors of a visit.
 * @param dsn URL that errors are reported to
 * @param makesMaps whether source maps are made and uploaded
 * @param client folder of the pages' scripts
 */
export async function bundleErrorReporter(dsn: string, makesMaps: boolean, client: string): Promise<void> {
  const bundled = await bundle(dsn, makesMaps);
  const others = globSync('_astro/*.js', { cwd: client }).toSorted();
  const scripts = [
    ...others.map((file) => readFileSync(`${client}/${file}`, 'utf8')),
    ...bundled.map(({ code }) => code),
  ];
  const release = hash('sha256', scripts.join('\n')).slice(0, 16);
  mkdirSync(`${client}/assets`, { recursive: true });
  for (const { fileName, code, map } of bundled) {
    writeFileSync(`${client}/${fileName}`, code.replace(RELEASE, release));
    if (map) writeFileSync(`${client}/${fileName}.map`, map.toString());
  }
  if (makesMaps) sendMaps(client, release);
}

async function bundle(dsn: string, makesMaps: boolean): Promise<OutputChunk[]> {
  const constants = {
    DSN: dsn,
    RELEASE,
    __SENTRY_DEBUG__: false,
    __SENTRY_EXCLUDE_REPLAY_WORKER__: true,
    __RRWEB_EXCLUDE_IFRAME__: true,
    __RRWEB_EXCLUDE_SHADOW_DOM__: true,
  };
  const { output } = await build({
    input: {
      reporter: fileURLToPath(new URL('../../telemetry/errors/reporter.ts', import.meta.url)),
      'replay-worker': fileURLToPath(import.meta.resolve('@sentry/replay/worker-bundler')),
    },
    platform: 'browser',
    write: false,
    transform: {
      define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    },
    output: { minify: true, entryFileNames: 'assets/[name].js', sourcemap: makesMaps && 'hidden' },
  });
  return output.filter((part) => part.type === 'chunk');
}

/** Uploads source maps and deletes them, so that they are not published. sentry-cli reads its own settings (`SENTRY_ORG` …). */
function sendMaps(client: string, release: string): void {
  execFileSync(
    'node_modules/.bin/sentry-cli',
    ['sourcemaps', 'upload', '--release', release, '--url-prefix', '~/', client],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  for (const map of globSync('**/*.map', { cwd: client })) rmSync(`${client}/${map}`);
}
