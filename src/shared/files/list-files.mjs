import { readdirSync } from 'node:fs';

/**
 * Paths of all files below a folder, from that folder on. Several times faster than `globSync` and a recursive `readdirSync`.
 * @param {string} folder
 * @param {string[]} [except] paths of folders to leave out
 * @returns {string[]}
 */
export const listFiles = (folder, except = [], below = '') =>
  readdirSync(`${folder}/${below}`, { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name;
    if (entry.isDirectory()) return except.includes(path) ? [] : listFiles(folder, except, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
