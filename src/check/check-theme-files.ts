import { existsSync, readFileSync } from 'node:fs';

import { decodeText } from '../shared/text/decode-text.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { Edition } from '../site/editions/editions.ts';
import { iconNames } from '../site/host-wide-files.ts';

/** Every look that a brand names needs the stylesheets of its themes, its icons, its mail colours and the art of shared pictures; these and wordmarks are UTF-8. */
export function checkThemes(editions: Edition[]): Diagnostic[] {
  const looks = new Set(editions.map(({ brand }) => brand.look));
  const files = [...looks].flatMap((look) => [
    `src/themes/looks/${look}/look.css`,
    `src/themes/looks/${look}/light.css`,
    ...iconNames.map((name) => `src/themes/looks/${look}/${name}`),
    `src/themes/looks/${look}/mail.json`,
    `src/themes/looks/${look}/art-wide.jpg`,
  ]);
  const wordmarks = [...new Set(editions.map(({ brand }) => `src/themes/wordmarks/${brand.id}.svg`))];
  const missing = files
    .filter((file) => !existsSync(file))
    .map((file) => ({
      file,
      line: 1,
      message: 'the file is missing',
      hint: 'Add it, or name another look in the hosts file',
    }));
  const present = [...files, ...wordmarks].filter((file) => !/\.(png|jpg)$/.test(file) && existsSync(file));
  return [...missing, ...present.flatMap((file) => decodeText(file, readFileSync(file)).diagnostics)];
}
