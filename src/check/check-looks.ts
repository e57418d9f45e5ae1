import { existsSync, readFileSync } from 'node:fs';

import type { Edition } from '../editions/editions.ts';
import type { Problem } from '../problems.ts';
import { decodeText } from '../shared/decode-text.ts';

/** Every look that a brand names needs its stylesheet and its icon; these and wordmarks are UTF-8. */
export function checkLooks(editions: Edition[]): Problem[] {
  const looks = new Set(editions.map(({ brand }) => brand.look));
  const files = [...looks].flatMap((look) => [`src/looks/${look}/look.css`, `src/looks/${look}/favicon.svg`]);
  const wordmarks = [...new Set(editions.map(({ brand }) => `src/wordmarks/${brand.id}.svg`))];
  const missing = files
    .filter((file) => !existsSync(file))
    .map((file) => ({
      file,
      line: 1,
      what: 'the file is missing',
      remedy: 'Add it, or name another look in the hosts file',
    }));
  const present = [...files, ...wordmarks].filter((file) => existsSync(file));
  return [...missing, ...present.flatMap((file) => decodeText(file, readFileSync(file)).problems)];
}
