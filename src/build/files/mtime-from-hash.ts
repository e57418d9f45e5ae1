import { statSync, utimesSync } from 'node:fs';

/**
 * Modification time in seconds of a file with this content. nginx and Caddy derive the ETag from time and size, so that two builds or two
 * languages of a page share an ETag only where they are equal.
 * @param sha256 in hexadecimal
 */
export const contentTime = (sha256: string): number => FIRST + (Number.parseInt(sha256.slice(0, 8), 16) >>> 2);

/** Sets a file's modification time to that of its content. Copies may lose it. */
export function setContentTime(path: string, sha256: string): void {
  const time = contentTime(sha256);
  if (statSync(path).mtimeMs !== time * 1000) utimesSync(path, time, time);
}

/** 1980, the first year of zip archives. Plus 30 bits it is 2014, so no file is from the future. */
const FIRST = 315_532_800;
