/**
 * Takes `--site <folder>` from the arguments of a command. `SITE` then names the folder, for this process and those that it starts; a relative
 * path goes from the folder in which the command was typed.
 */
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

import './refuse-folder-of-program.mjs';
import '../terminal/report-user-errors.ts';
import { UserError } from '../../../src/shared/user-error.ts';

const place = process.argv.findIndex((argument) => /^--site(=|$)/.test(argument));
if (place >= 0) {
  const [, inline] = (process.argv[place] ?? '').split(/=(.*)/s);
  process.env.SITE = inline ?? process.argv[place + 1] ?? '';
  process.argv.splice(place, inline === undefined ? 2 : 1);
  if (!process.env.SITE) throw new UserError('--site needs a folder: --site ../my-site');
}
if (process.env.SITE) {
  const folder = resolve(process.env.INIT_CWD ?? '.', process.env.SITE);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(
      `${folder} is no folder. Correct --site or SITE, or make a site there: npm run new-site -- <folder>`,
    );
  process.env.SITE = folder;
}

/** A folder as it is typed in a command. */
export function typed(folder: string): string {
  const path = relative(process.env.INIT_CWD ?? '.', folder) || '.';
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** The option as it is typed behind ` -- `; empty for the site in this folder. */
export const siteArgument = process.env.SITE ? ` --site ${typed(process.env.SITE)}` : '';
