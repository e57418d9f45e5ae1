import { existsSync } from 'node:fs';

import type { Edition } from '../editions/editions.ts';
import type { Problem } from '../problems.ts';

/** Every look that a brand names needs its stylesheet and its icon. */
export function checkLooks(editions: Edition[]): Problem[] {
  const looks = new Set(editions.map(({ brand }) => brand.look));
  return [...looks]
    .flatMap((look) => [`src/looks/${look}/look.css`, `src/looks/${look}/favicon.svg`])
    .filter((file) => !existsSync(file))
    .map((file) => ({
      file,
      line: 1,
      what: 'the file is missing',
      remedy: 'Add it, or name another look in the hosts file',
    }));
}
