import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { UserError } from '../../../shared/user-error.ts';

/** Paths below the folder of a target. */
export function folderPaths(path: string) {
  const root = resolve(path);
  return {
    root,
    generations: join(root, 'generations'),
    generation: (build: string): string => join(root, 'generations', build),
    /** A generation that is not complete. */
    partial: (build: string): string => join(root, 'generations', `${build}.partial`),
    /** Link to the generation that visitors get. */
    current: join(root, 'current'),
    /** Link to the configuration of nginx and Caddy. */
    publish: join(root, 'publish'),
    lease: join(root, 'lease.json'),
    journal: join(root, 'journal'),
  };
}

export type FolderPaths = ReturnType<typeof folderPaths>;

/** Writes a file beside its place, and moves it there: no reader sees half of it. */
export function writeAtOnce(file: string, content: Buffer | string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Creates a folder. @throws UserError where a link or a file has its place: the deployment would write to another folder */
export function makeOwnFolder(path: string): void {
  const stats = lstatIfPresent(path);
  if (stats && !stats.isDirectory())
    throw new UserError(
      `${path} is a ${stats.isSymbolicLink() ? 'link' : 'file'}, where a deployment writes a folder. Remove it, or name its target in deploy.config.ts.`,
    );
  if (!stats) mkdirSync(path, { recursive: true });
}

/** @throws UserError where a folder or file has the place of a link */
export function refuseNoLink(path: string): void {
  const stats = lstatIfPresent(path);
  if (stats && !stats.isSymbolicLink())
    throw new UserError(`${path} is no link, so no deployment made it. Move it away, then deploy again.`);
}

/** Has a link lead to a folder, in a step that no reader sees half. */
export function switchLink(link: string, folder: string): void {
  if (leadsTo(link, folder)) return;
  const target = relative(dirname(link), folder);
  rmSync(`${link}.new`, { force: true });
  symlinkSync(target, `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** Whether a link leads to a folder. */
export const leadsTo = (link: string, folder: string): boolean =>
  lstatIfPresent(link)?.isSymbolicLink() === true && readlinkSync(link) === relative(dirname(link), folder);
