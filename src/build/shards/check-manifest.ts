import { z } from 'zod';

import type { Manifest } from '../../output/manifest.ts';
import { editionAt } from '../../site/editions/configured-editions.ts';
import { isHostDefault } from '../../site/editions/editions.ts';

/** Whether a path leads out of no folder. */
const isPlainPath = (path: string): boolean =>
  !/[\\\p{Cc}]/u.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name));

const filesSchema = z.record(
  z.string().refine(isPlainPath, { error: 'is no plain path' }),
  z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
);

/** A line break in a header would write lines of its own into the configuration of a server. */
const headerText = z.string().regex(/^\P{Cc}*$/u);

const editionSchema = z.strictObject({
  host: z.string(),
  lang: z.string(),
  brand: z.string(),
  root: z.string(),
  default: z.boolean(),
  closed: z.boolean(),
  nextBuild: z.iso.date().nullable(),
  surrogateKeys: z.string().optional(),
  dictionary: z
    .string()
    .regex(/^_astro\/compression-dictionary\.[0-9a-f]{16}\.dictionary$/)
    .optional(),
  headers: z.array(z.strictObject({ path: headerText, headers: z.record(headerText, headerText) })),
  files: filesSchema,
  kept: filesSchema,
});

/** What is wrong with the manifest of a shard: names of other editions than the hosts file has, and paths that lead out of their edition. */
export function findManifestErrors({ editions }: Manifest): string[] {
  return editions.flatMap((edition) => {
    const place = JSON.stringify(edition.root);
    const { error } = editionSchema.safeParse(edition);
    if (error) return error.issues.map((issue) => `edition ${place}: ${explain(issue)}`);
    const configured = editionAt(edition.root);
    const isConfigured =
      configured &&
      configured.host === edition.host &&
      configured.lang === edition.lang &&
      configured.brand.id === edition.brand &&
      configured.closed === edition.closed &&
      configured.brand.surrogateKeys === edition.surrogateKeys &&
      isHostDefault(configured) === edition.default;
    return isConfigured ? [] : [`edition ${place} is not the edition of the hosts file`];
  });
}

const explain = ({ path, message }: z.core.$ZodIssue): string => `${path.map(String).join(' › ')}: ${message}`;
