import { existsSync } from 'node:fs';

import { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { readYaml, type YamlFile } from '../markdown/yaml/read-yaml.ts';
import type { SiteFolder } from '../site-folder.ts';

/** Contacts for danger to life and for children, in the order in which moderators see them. */
const authoritiesSchema = z.array(
  z
    .strictObject({
      /** ISO 3166-1 code. */
      country: z.string({ error: 'a contact has no country. Write a code such as DE' }).regex(/^[A-Z]{2}$/, {
        error: 'the country is no code. Write two capital letters, such as DE',
      }),
      /** `life`: danger to life. `child`: a child is in danger, or is shown. */
      escalation: z.enum(['life', 'child'], { error: 'the escalation is unknown. Write life or child' }),
      name: z
        .string({ error: 'a contact has no name. Write it' })
        .trim()
        .min(1, { error: 'the name is empty. Write it' }),
      phone: z
        .string({ error: 'the phone is no text. Put it between quotes' })
        .regex(/^\+?[0-9][0-9 ]*$/, { error: 'the phone has other characters than digits and spaces. Correct it' })
        .optional(),
      url: z.url({ protocol: /^https$/, error: 'the address is no https address. Write it as https://…' }).optional(),
    })
    .refine(({ phone, url }) => phone !== undefined || url !== undefined, {
      error: 'a contact has neither phone nor url. Write either',
    }),
  { error: 'it is no list of contacts. Begin each with a hyphen' },
);

export type Authorities = z.infer<typeof authoritiesSchema>;

/** `moderation/authorities.yaml` of the content folder. Without the file, there are no contacts. */
export const authoritiesOf = cachedBy((folder: SiteFolder): YamlFile<Authorities> => {
  const file = folder.pathOf('moderation/authorities.yaml');
  return existsSync(file)
    ? readYaml(file, authoritiesSchema, { name: 'the list of authorities', manual: 'docs/moderation.md' })
    : { value: [], diagnostics: [], sha256: '', lineOf: () => 1 };
});
