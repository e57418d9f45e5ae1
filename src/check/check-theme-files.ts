import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { decodeText } from '../shared/text/decode-text.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { Site } from '../site/editions/editions.ts';
import { iconNames } from '../site/host-wide-files.ts';
import { lookFolder, wordmarkFile } from '../site/looks/look.ts';

/** Every look that a brand names needs the stylesheets of its themes, its icons, its mail colours and the art of shared pictures; these and wordmarks are UTF-8. */
export function checkThemes({ editions, folder }: Site): Diagnostic[] {
  const looks = new Set(editions.map(({ brand }) => brand.look));
  const files = [...looks].flatMap((look) =>
    ['look.css', 'light.css', ...iconNames, 'mail.json', 'art-wide.jpg'].map((name) =>
      join(lookFolder(folder, look), name),
    ),
  );
  const wordmarks = [...new Set(editions.map(({ brand }) => wordmarkFile(folder, brand.id)))];
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
