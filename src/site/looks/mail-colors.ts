import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import type { SiteFolder } from '../site-folder.ts';
import { lookFolder } from './look.ts';

/** `src/themes/looks/<look>/mail.json`: mail programs support no custom properties, so mails have colours of their own. */
const schema = z.strictObject({
  /** Background of the button, as `#rrggbb`. Its text is dark. */
  accent: z.string().regex(/^#[\da-f]{6}$/i),
});

type MailColors = z.output<typeof schema>;

/** @throws UserError if the look has no valid mail colours */
export function mailColorsOf(folder: SiteFolder, look: string): MailColors {
  const file = join(lookFolder(folder, look), 'mail.json');
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} has no colours of mails. Write { "accent": "#rrggbb" }.`, { cause: error });
  }
}
