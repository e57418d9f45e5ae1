import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { lstatIfPresent } from '../../shared/files/lstat-if-present.ts';
import { readFile } from '../../shared/files/read-file.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { type Diagnostic, mistakeOf } from '../../shared/user-error.ts';
import type { Site } from '../../site/editions/editions.ts';
import { hostsLines } from '../../site/editions/hosts-file-errors.ts';
import { lookFolder, wordmarkFile } from '../../site/looks/look.ts';
import { checkNoLinks } from '../check-authored-texts.ts';
import { checkArt } from './check-art.ts';
import { checkLook, checkPicture, lookFiles } from './check-look.ts';

/** Every look that a brand names needs the stylesheets of its themes, its icons, its mail colours and the art of shared pictures; these and wordmarks are UTF-8. */
export async function checkThemes(site: Site): Promise<Diagnostic[]> {
  const { editions, folder } = site;
  const named = new Set(editions.map(({ brand }) => brand.look));
  const looks = new Set([...named].filter((look) => existsSync(lookFolder(folder, look))));
  const files = [...looks].flatMap((look) => lookFiles.map((name) => join(lookFolder(folder, look), name)));
  const wordmarks = [...new Set(editions.map(({ brand }) => wordmarkFile(folder, brand.id)))];
  const missing = files.filter((file) => !existsSync(file));
  const links = [...looks]
    .map((look) => lookFolder(folder, look))
    .flatMap((look) => [look, ...linksIn(look)])
    .filter((path) => lstatIfPresent(path)?.isSymbolicLink());
  const present = [...files, ...wordmarks].filter((file) => !/\.(png|jpg)$/.test(file) && existsSync(file));
  return [
    ...(await unknownLooks(site, named.difference(looks))),
    ...mistakeOf(missing, 'the file is missing', 'Add it, or name another look in the hosts file'),
    ...checkNoLinks(links),
    ...present.flatMap((file) => decodeText(file, readFile(file)).diagnostics),
    ...[...looks].flatMap((look) => checkLook(folder, look)),
    ...(await Promise.all([...looks].map((look) => checkArt(folder, look)))).flat(),
    ...wordmarks.flatMap(checkPicture),
  ];
}

/** Looks that brands name and that do not exist. */
async function unknownLooks({ editions, hostsFile }: Site, looks: Set<string>): Promise<Diagnostic[]> {
  if (!looks.size) return [];
  const lineOf = await hostsLines(hostsFile);
  const brands = new Map(editions.map(({ brand }) => [brand.id, brand.look]));
  return [...brands]
    .filter(([, look]) => looks.has(look))
    .map(([id, look]) => ({
      file: relative('.', hostsFile),
      line: lineOf(['brands', id, 'look']),
      message: `brand ${id} has the look "${look}", which does not exist`,
      hint: 'Name a folder of src/themes/looks/, or draw the look: npm run new-look',
    }));
}

/** Links in a folder and below; not hidden ones, with which editors lock files. */
const linksIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return linksIn(path);
    return entry.isSymbolicLink() && !entry.name.startsWith('.') ? [path] : [];
  });
