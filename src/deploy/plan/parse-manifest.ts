import { z } from 'zod';

import { buildId } from '../../build/files/assemble-manifest.ts';
import type { Manifest } from '../../output/manifest.ts';
import { UserError } from '../../shared/user-error.ts';

/** Mistakes in a message. */
const MAX_MISTAKES = 10;

/** A segment of a path: printable ASCII without backslash, neither `.` nor `..`. */
const SEGMENT = '(?!\\.{1,2}(?:/|$))[!-.0-\\[\\]-~]+';

const NO_PATH = 'is no path inside an edition. Paths are relative, without "..", backslash and control characters';

const files = z.record(
  z.string().regex(new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`), NO_PATH),
  z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256'),
    bytes: z.number().int().nonnegative(),
  }),
);

/** A host or a language, as the name of a folder. */
const folder = z.string().regex(/^[A-Za-z0-9](?:\.?[A-Za-z0-9_-])*$/, 'is no host or language');

const headers = z.record(
  z.string().regex(/^[A-Za-z0-9-]+$/, 'is no name of a header'),
  z.string().regex(/^[\t -~]*$/, 'has control characters'),
);

/** Fields of later releases are allowed. */
const schema = z.looseObject({
  version: z.string(),
  build: z.string().regex(/^[0-9a-f]{16}$/, 'is no id of a build'),
  nextBuild: z.string().nullable(),
  editions: z.array(
    z
      .looseObject({
        host: folder.refine((host) => host !== 'publish', 'is the name of a folder of the build'),
        lang: folder,
        brand: z.string(),
        root: z.string(),
        default: z.boolean(),
        closed: z.boolean(),
        nextBuild: z.string().nullable(),
        headers: z.array(z.object({ path: z.string().regex(/^\/[!-~]*$/, 'is no path of a header rule'), headers })),
        files,
        kept: files,
      })
      .refine(({ root, host, lang }) => root === `${host}/${lang}`, 'has a root that is not <host>/<lang>'),
  ),
  former: z.record(z.string(), z.string().regex(/^[\t -~]*$/, 'has control characters')),
});

/**
 * Parses the manifest of a build or of a target, which another program may have changed.
 * @param place where the text is from, for the message
 * @throws UserError for paths that lead out of the folder, and for an id that does not fit the content
 */
export function parseManifest(text: string, place: string): Manifest {
  const value = parseJson(text, place);
  const result = schema.safeParse(value);
  const mistakes = result.success ? contradictions(value as Manifest) : result.error.issues.flatMap(describe);
  if (!mistakes.length) return value as Manifest;
  const more = mistakes.length > MAX_MISTAKES ? [`  and ${mistakes.length - MAX_MISTAKES} more`] : [];
  throw new UserError(
    [`${place} is refused:`, ...mistakes.slice(0, MAX_MISTAKES).map((mistake) => `  ${mistake}`), ...more].join('\n'),
  );
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${place} is no JSON.`, { cause: error });
  }
}

function contradictions(manifest: Manifest): string[] {
  const roots = manifest.editions.map(({ root }) => root);
  const repeated = roots.filter((root, index) => roots.indexOf(root) !== index);
  const isOwnId = buildId(manifest.version, manifest.editions) === manifest.build;
  return [
    ...repeated.map((root) => `${root} is there twice`),
    ...(isOwnId ? [] : [`its id ${manifest.build} does not fit its files`]),
  ];
}

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `${show(issue.path)} ${message}`);
  return [`${show(issue.path)} ${issue.message}`];
}

const show = (path: PropertyKey[]): string => JSON.stringify(path.map(String).join(' ') || 'it');
