import { closeSync, fsyncSync, openSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Parts of Emscripten's file system over folders of Node. */
interface EmscriptenFiles {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
    realPath: (node: unknown) => string;
    /** Turns errors of Node into codes that PostgreSQL knows. */
    tryFSOperation: (operation: () => number) => number;
  };
}

/**
 * Files of an embedded database that reach the disk when PostgreSQL says so: Emscripten ignores `fsync`, and PGlite switches it off.
 * @see https://github.com/emscripten-core/emscripten/blob/main/src/lib/libnodefs.js
 */
export class SyncedFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const addSync = (module: unknown): void => {
      const { NODEFS } = module as EmscriptenFiles;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => NODEFS.tryFSOperation(() => sync(nfd ?? NODEFS.realPath(node)));
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, addSync] } };
  }
}

/** Emscripten can call `fsync`, and ignores `fdatasync`. @param defaults of PGlite, of which `-F` switches `fsync` off */
export const syncedStart = ({ defaultStartParams }: typeof PGlite): string[] => [
  ...defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** @param file its descriptor, or the path of a folder: Emscripten opens no descriptor of folders */
function sync(file: number | string): number {
  const descriptor = typeof file === 'string' ? openSync(file, 'r') : file;
  try {
    fsyncSync(descriptor);
  } finally {
    if (typeof file === 'string') closeSync(descriptor);
  }
  return 0;
}
