import type { z } from 'zod';

import { listFirst, UserError } from '../shared/user-error.ts';
import { manifestSchema } from './manifest-schema.ts';
import { buildId, type Manifest } from './manifest.ts';

/** Mistakes in a message. */
const MAX_MISTAKES = 10;

/**
 * Parses the manifest of a build or of a target, which another program may have changed.
 * @param place where the text is from, for the message
 * @throws UserError for paths that lead out of the folder, and for an id that does not fit the content
 */
export function parseManifest(text: string, place: string): Manifest {
  const value = parseJson(text, place);
  const result = manifestSchema.safeParse(value);
  const mistakes = result.success ? contradictions(value as Manifest) : result.error.issues.flatMap(describe);
  if (!mistakes.length) return value as Manifest;
  throw new UserError([`${place} is refused:`, ...listFirst(mistakes, MAX_MISTAKES)].join('\n'));
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
