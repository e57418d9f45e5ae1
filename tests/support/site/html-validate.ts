import { readFileSync } from 'node:fs';

import { type ConfigData, HtmlValidate } from 'html-validate';

/** html-validate with the rules of this project; where a page lies it finds none, as sites of tests lie in folders of their own. */
export const projectValidator = (): HtmlValidate =>
  new HtmlValidate(JSON.parse(readFileSync('.htmlvalidate.json', 'utf8')) as ConfigData);
