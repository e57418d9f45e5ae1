import { readFileSync } from 'node:fs';

import { type ConfigData, HtmlValidate } from 'html-validate';

/** html-validate with the rules of this project, which it would not find from the folders of test sites. */
export const projectValidator = (): HtmlValidate =>
  new HtmlValidate(JSON.parse(readFileSync('.htmlvalidate.json', 'utf8')) as ConfigData);
