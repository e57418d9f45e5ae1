import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CONFIGURATION } from '../../../src/build/renderer/program-digest.mjs';
import { contentDir } from '../../../src/site/markdown/sources.ts';
import type { WatchOptions } from './prepared-build.ts';
import { watchFolders } from './watch-folders.ts';

/** Editors save a file in several steps, and several files in sequence. */
const QUIET_MS = 15;

const CONTENT = [resolve('public'), contentDir];

/** A process that has imported the program, or failed to. */
interface PreparedBuild {
  process: ChildProcess;
  isReady: Promise<boolean>;
}

/**
 * Builds, and again after each change of an input, until SIGINT or SIGTERM. Each build has a process of its own, so that none sees texts or
 * code of an earlier one; it is started and imports the program while there is nothing to build.
 * @param start starts a process of `prepareBuild`
 */
export async function watchBuilds(options: WatchOptions, start: () => ChildProcess): Promise<void> {
  const changes = new Set<string>();
  let wake = (): void => {};
  const ended = new AbortController();
  const unwatch = watchInputs((path) => {
    changes.add(path);
    wake();
  });
  const end = (): void => {
    ended.abort();
    wake();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  let prepared = prepare(start);
  for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
    if (await prepared.isReady) {
      const exit = once(prepared.process, 'exit');
      prepared.process.send({ ...options, force: options.force && isFirst, isFirst });
      await exit;
      prepared = prepare(start);
    }
    console.log('Waiting for changes; Ctrl+C ends.');
    while (!changes.size && !ended.signal.aborted) await new Promise<void>((changed) => (wake = changed));
    for (let seen = 0; seen < changes.size && !ended.signal.aborted; await sleep(QUIET_MS)) seen = changes.size;
    // The process has imported program and hosts file as they were.
    if ([...changes].some((path) => !isContent(path)) || !(await prepared.isReady)) {
      discard(prepared);
      prepared = prepare(start);
    }
    changes.clear();
  }
  unwatch();
  discard(prepared);
}

function prepare(start: () => ChildProcess): PreparedBuild {
  const child = start();
  // After an error, such as one in the hosts file, it has printed it and exits.
  const isReady = Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  return { process: child, isReady };
}

function discard({ process: child }: PreparedBuild): void {
  if (child.connected) child.disconnect();
}

const isContent = (path: string): boolean => CONTENT.some((folder) => path.startsWith(`${folder}/`));

/** Watches texts, translations, static files, the program and the hosts file. */
function watchInputs(onChange: (path: string) => void): () => void {
  const files = new Set([...CONFIGURATION, process.env.HOSTS_CONFIG || 'hosts.config.ts'].map((file) => resolve(file)));
  const unwatch = watchFolders([resolve('src'), ...CONTENT], onChange);
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
