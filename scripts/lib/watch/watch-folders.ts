import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Watches folders with all folders below them. The recursive mode of `fs.watch` would watch each file by itself on Linux.
 * @param onChange receives the path of a file or folder that was changed, added or removed
 * @returns a function that ends it
 */
export function watchFolders(folders: string[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string): void => {
    if (!existsSync(folder)) return;
    if (!watchers.has(folder)) {
      const watcher = watch(folder, (_event, name) => {
        // A folder reports its own removal by its name; another may have taken its place.
        if (name === basename(folder) || !existsSync(folder)) forget(folder);
        add(folder);
        onChange(join(folder, name ?? ''));
      });
      // A removed folder; its parent reports the change.
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    }
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(folder, entry.name));
  };
  folders.forEach(add);
  return () => {
    for (const folder of watchers.keys()) forget(folder);
  };
}
