import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';

import { cachedByBoth } from '../../shared/cached-by.ts';
import { listFiles } from '../../shared/files/list-files.mjs';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { UserError } from '../../shared/user-error.ts';
import type { SiteFolder } from '../site-folder.ts';
import { minifyCss } from './minify-css.ts';

/** Parts of a look that pages show: its design tokens as CSS, and the colours that the frame of a browser takes. */
export interface Themes {
  dark: string;
  /** The changes of the light theme. */
  light: string;
  darkGround: string;
  lightGround: string;
}

interface Look extends Themes {
  /** Pictures that its stylesheets name: files by path below the root of an edition. */
  pictures: Map<string, string>;
}

/** Folder of a look, from the working directory. */
export const lookFolder = (site: SiteFolder, look: string): string => site.fileOf(`src/themes/looks/${look}`);

/** The themes of a look. @throws UserError where a file of the look is missing */
export const lookOf = cachedByBoth((site: SiteFolder, look: string): Look => {
  const folder = lookFolder(site, look);
  const pictures = new Map<string, string>();
  const read = (name: string): string =>
    minifyCss(textOf(join(folder, name)), (url) => {
      const [file = '', suffix = ''] = url.split(/(?=[?#])(.*)/s);
      const path = `_astro/${publishedName(folder, name, file)}`;
      pictures.set(path, join(folder, file));
      return `/${path}${suffix}`;
    });
  const [dark, light] = [read('look.css'), read('light.css')];
  const darkGround = groundOf(dark);
  if (!darkGround) throw new UserError(`${folder}/look.css has no colour --ground. Add it.`);
  return { dark, light, darkGround, lightGround: groundOf(light) ?? darkGround, pictures };
});

const groundOf = (css: string): string | undefined => /--ground\s*:([^;}]+)/.exec(css)?.[1];

function textOf(file: string): string {
  const text = readIfPresent(file);
  if (!text) throw new UserError(`${file} is missing. Write it, or name another look in the hosts file.`);
  return text.toString();
}

/**
 * Name under which a picture is published.
 * @example publishedName(folder, 'look.css', './art-627.avif') // 'art-627.1f0c2a9b.avif'
 */
function publishedName(folder: string, stylesheet: string, picture: string): string {
  const content = readIfPresent(join(folder, picture));
  if (!content || relative(folder, join(folder, picture)).startsWith('..'))
    throw new UserError(
      `${folder}/${stylesheet} shows "${picture}", which does not lie beside it. Put the picture there, or correct its name.`,
    );
  const ending = extname(picture);
  const name = basename(picture, ending).replaceAll(/[^\w-]/g, '_');
  return `${name}.${hash('sha256', content).slice(0, 8)}${ending}`;
}

/** File of the drawn name of a brand, from the working directory. */
export const wordmarkFile = (site: SiteFolder, brandId: string): string =>
  site.fileOf(`src/themes/wordmarks/${brandId}.svg`);

/** The drawn name of a brand as SVG; undefined for a brand whose name is written in letters. */
export const wordmarkOf = cachedByBoth((site: SiteFolder, brandId: string): string | undefined =>
  readIfPresent(wordmarkFile(site, brandId))?.toString().trim(),
);

/** Changes with every file of a look. */
export const lookFingerprint = cachedByBoth((site: SiteFolder, look: string): string => {
  const folder = lookFolder(site, look);
  const files = existsSync(folder) ? listFiles(folder).filter((file) => !/(^|\/)\./.test(file)) : [];
  const digests = files.toSorted().map((file) => `${file} ${hash('sha256', readFileSync(join(folder, file)))}`);
  return hash('sha256', digests.join('\n'));
});
