import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CONFIGURATION } from '../../../src/generator/renderer/program-digest.mjs';
import type { SiteOptions } from '../../../src/site/editions/editions.ts';
import type { WatchOptions } from './build-process.ts';
import { WAITING } from './waiting.ts';
import { watchFolders } from './watch-folders.ts';

/** Programs write a file in two steps: they empty it, and fill it. A build that began too early is repeated. */
const SETTLE_MS = 2;

/**
 * Builds, and again after each change of an input, until SIGINT or SIGTERM. A process builds until the program, the hosts file or a translation changes,
 * which it has in memory; then another one takes its place.
 * @param fork starts a process of `buildOnChanges`
 */
export async function watchBuilds(
  site: SiteOptions,
  options: WatchOptions,
  fork: (options: WatchOptions) => ChildProcess,
): Promise<void> {
  const changes = new Set<string>();
  const ended = new AbortController();
  let wake = (): void => {};
  const unwatch = watchInputs(site, (path) => {
    changes.add(path);
    wake();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      ended.abort();
      wake();
    });
  const start = (next: WatchOptions): ChildProcess =>
    // It has printed an error that it cannot go on after, such as an error in the hosts file.
    fork(next).once('exit', (status) => status && console.log(WAITING));
  let builder = start(options);
  while (!ended.signal.aborted) {
    while (!changes.size && !ended.signal.aborted) await new Promise<void>((changed) => (wake = changed));
    await sleep(SETTLE_MS);
    const paths = [...changes];
    changes.clear();
    if (builder.connected && paths.every((path) => isContent(site, path))) {
      builder.send(paths.map((path) => relative('.', path)));
      continue;
    }
    await end(builder);
    if (!ended.signal.aborted) builder = start({ ...options, force: false });
  }
  unwatch();
  await end(builder);
}

/** Ends a process after its build. */
async function end(builder: ChildProcess): Promise<void> {
  if (builder.connected) builder.disconnect();
  if (builder.exitCode === null && builder.signalCode === null) await once(builder, 'exit');
}

/** Texts and static files, which each build reads. */
const contentOf = ({ root, contentDir }: SiteOptions): string[] => [
  join(root, 'public'),
  join(root, 'src/themes'),
  contentDir,
];

const isContent = (site: SiteOptions, path: string): boolean =>
  contentOf(site).some((folder) => path.startsWith(`${folder}/`)) &&
  !path.startsWith(join(site.root, 'public/assets/i18n'));

/** Watches texts, translations, static files, the program and the hosts file. */
function watchInputs(site: SiteOptions, onChange: (path: string) => void): () => void {
  const files = new Set([...CONFIGURATION.map((file) => resolve(file)), site.hostsFile]);
  // The texts and looks of the program are those of another site.
  const others = ['src/content', 'src/themes'].map((name) => `${resolve(name)}/`);
  const isOfOther = (path: string): boolean =>
    site.root !== resolve('.') && others.some((place) => path.startsWith(place));
  const unwatch = watchFolders([resolve('src'), ...contentOf(site)], (path) => isOfOther(path) || onChange(path));
  // A file that is replaced would be lost to a watcher of its own.
  const watchers = [...new Set([...files].map((file) => dirname(file)))].map((folder) =>
    watch(folder, (_event, name) => {
      const path = join(folder, name ?? '');
      if (files.has(path)) onChange(path);
    }),
  );
  return () => {
    unwatch();
    for (const watcher of watchers) watcher.close();
  };
}
