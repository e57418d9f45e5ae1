import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lstatIfPresent } from '../../shared/files/lstat-if-present.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { type Diagnostic, mistakeOf } from '../../shared/user-error.ts';
import type { Site } from '../../site/editions/editions.ts';
import { lookFolder, wordmarkFile } from '../../site/looks/look.ts';
import { checkNoLinks } from '../check-authored-texts.ts';
import { checkArt } from './check-art.ts';
import { checkLook, checkPicture, lookFiles } from './check-look.ts';

/** Every look that a brand names needs the stylesheets of its themes, its icons, its mail colours and the art of shared pictures; these and wordmarks are UTF-8. */
export async function checkThemes({ editions, folder }: Site): Promise<Diagnostic[]> {
  const looks = new Set(editions.map(({ brand }) => brand.look));
  const files = [...looks].flatMap((look) => lookFiles.map((name) => join(lookFolder(folder, look), name)));
  const wordmarks = [...new Set(editions.map(({ brand }) => wordmarkFile(folder, brand.id)))];
  const missing = files.filter((file) => !existsSync(file));
  const links = [...looks]
    .map((look) => lookFolder(folder, look))
    .flatMap((look) => [look, ...linksIn(look)])
    .filter((path) => lstatIfPresent(path)?.isSymbolicLink());
  const present = [...files, ...wordmarks].filter((file) => !/\.(png|jpg)$/.test(file) && existsSync(file));
  return [
    ...mistakeOf(missing, 'the file is missing', 'Add it, or name another look in the hosts file'),
    ...checkNoLinks(links),
    ...present.flatMap((file) => decodeText(file, readFileSync(file)).diagnostics),
    ...[...looks].flatMap((look) => checkLook(folder, look)),
    ...(await Promise.all([...looks].map((look) => checkArt(folder, look)))).flat(),
    ...wordmarks.flatMap(checkPicture),
  ];
}

/** Links in a folder; not hidden ones, with which editors lock files. */
const linksIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isSymbolicLink() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
