import { z } from 'zod';

/** A segment of a path: printable ASCII without backslash, neither `.` nor `..`. */
const SEGMENT = '(?!\\.{1,2}(?:/|$))[!-.0-\\[\\]-~]+';

const path = z
  .string()
  .regex(
    new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`),
    'is no path inside an edition. Paths are relative, without "..", backslash and control characters',
  );

/** A host or a language, as the name of a folder. */
const folder = z.string().regex(/^[A-Za-z0-9](?:\.?[A-Za-z0-9_-])*$/, 'is no host or language');

const headerValue = z.string().regex(/^[\t -~]*$/, 'has control characters');

const fileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256'),
  bytes: z.number().int().nonnegative(),
});

/** Files by path below the root of an edition. */
const filesSchema = z.record(path, fileSchema);

const keptSchema = z.record(
  path,
  fileSchema.extend({
    /** Last day on which it is certainly served. A manifest of an earlier release has none. */
    until: z.iso.date().optional(),
    /** Last generation of a target that has it. */
    lastIn: z.string().optional(),
  }),
);

const editionSchema = z
  .object({
    host: folder.refine((host) => host !== 'publish', 'is the name of a folder of the build'),
    lang: folder,
    brand: z.string(),
    /** Folder below `dist/`. */
    root: z.string(),
    /** Whether it is the host's default language. */
    default: z.boolean(),
    closed: z.boolean(),
    /** Next day in UTC on which one of its pages changes, and needs a build: that of a scheduled article or of a change of a rule. */
    nextBuild: z.string().nullable(),
    /** Response headers of matching paths. Of two rules that set a header, the later wins. */
    headers: z.array(
      z.object({
        /** A path, or a prefix and `*`. */
        path: z.string().regex(/^\/[!-~]*$/, 'is no path of a header rule'),
        headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/, 'is no name of a header'), headerValue),
      }),
    ),
    /** File with the compression dictionary of its pages (RFC 9842). */
    dictionary: path.optional(),
    /** See `surrogateKeysFor`. They are no part of `headers`, because CDNs remove them. */
    surrogateKeys: z.enum(['Cache-Tag', 'Surrogate-Key']).optional(),
    files: filesSchema,
    /** Retained hashed files of earlier builds, which pages that are still open request; see `retainAssets`. */
    kept: keptSchema,
  })
  .refine(({ root, host, lang }) => root === `${host}/${lang}`, 'has a root that is not <host>/<lang>');

/** `dist/publish/manifest.json`: the build as a CDN or server needs it. Fields of later releases are allowed. */
export const manifestSchema = z.object({
  version: z.string(),
  /** Changes with any byte of the build. */
  build: z.string().regex(/^[0-9a-f]{16}$/, 'is no id of a build'),
  /** The earliest `nextBuild` of the editions. */
  nextBuild: z.string().nullable(),
  editions: z.array(editionSchema),
  /** Whether editions have dictionaries: their pages differ with Available-Dictionary, which many CDNs ignore. */
  dictionaries: z.boolean(),
  /** Content security policies of the last build, by root; see `former-csp.ts`. */
  former: z.record(z.string(), headerValue),
});
