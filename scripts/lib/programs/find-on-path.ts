import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program that the shell would start. */
export const findOnPath = (name: string): string | undefined =>
  `${process.env.PATH ?? ''}${delimiter}/usr/sbin`
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
