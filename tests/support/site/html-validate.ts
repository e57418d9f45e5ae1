import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { type ConfigData, HtmlValidate } from 'html-validate';

import { programs } from '../programs.ts';

/** html-validate with the rules of this project, which it would not find from the folders of test sites. */
export const projectValidator = (): HtmlValidate =>
  new HtmlValidate(JSON.parse(readFileSync('.htmlvalidate.json', 'utf8')) as ConfigData);

/** Errors that the W3C validator finds in files and folders, a line for each. It needs Java. */
export async function errorsOfVnu(paths: string[]): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const args = [
    // The run is too short for Java's optimizing compiler, which would take half of the time; code of the other one needs a larger stack.
    '-XX:TieredStopAtLevel=1',
    '-Xss4m',
    '-jar',
    join(dirname(require.resolve('vnu-jar/package.json')), 'build/dist/vnu.jar'),
    '--errors-only',
    // It gives warnings only, which are not shown.
    '--no-langdetect',
    '--skip-non-html',
    '--format',
    'gnu',
    ...paths,
  ];
  const { stderr } = await promisify(execFile)(programs.java!, args, { maxBuffer: 1e8 }).catch(
    (error: { stderr: string }) => error,
  );
  return stderr.trim().split('\n').filter(Boolean);
}
