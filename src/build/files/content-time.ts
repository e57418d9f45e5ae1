import { statSync, utimesSync } from 'node:fs';

/**
 * Time in seconds that a file with this content gets. nginx and Caddy make the ETag of a file from its time and size: files that answer
 * the same URL, such as two languages or two builds of a page, then share one only if they are the same.
 * @param sha256 in hexadecimal
 */
export const contentTime = (sha256: string): number => FIRST + (Number.parseInt(sha256.slice(0, 8), 16) >>> 2);

/** Gives a file the time of its content, which a copy may have lost. */
export function setContentTime(path: string, sha256: string): void {
  const time = contentTime(sha256);
  if (statSync(path).mtimeMs !== time * 1000) utimesSync(path, time, time);
}

/** 1980, the first year that every archive knows. With 30 bits more it is 2014: no file is from the future. */
const FIRST = 315_532_800;
