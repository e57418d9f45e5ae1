import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import { DeployError } from './deploy-error.ts';
import { targetSchema } from './targets/registry.ts';

/** Names the targets. */
const DEPLOY_CONFIG = 'deploy.config.ts';

const schema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'is no name of a target. Use lower-case letters, digits and hyphens'),
  targetSchema,
);

export type TargetOptions = z.output<typeof targetSchema>;

/** Gives `deploy.config.ts` its types. {@link readTargets} checks it. */
export const defineTargets = (targets: z.input<typeof schema>): z.input<typeof schema> => targets;

/**
 * Reads the targets of a site.
 * @param folder of the site
 * @throws DeployError that lists every mistake of `deploy.config.ts`
 */
export async function readTargets(folder: string): Promise<Record<string, TargetOptions>> {
  const file = resolve(folder, DEPLOY_CONFIG);
  if (!existsSync(file)) throw new DeployError('wrongUse', `${DEPLOY_CONFIG} is missing. docs/ship.md has an example.`);
  const { default: input } = await importConfig(file);
  const result = schema.safeParse(input);
  if (result.success) {
    const targets = Object.entries(result.data).map(([name, target]): [string, TargetOptions] => [
      name,
      target.type === 'folder' ? { ...target, path: relative('.', resolve(folder, target.path)) } : target,
    ]);
    return Object.fromEntries(targets);
  }
  const mistakes = result.error.issues.flatMap((issue) => describe(issue));
  throw new DeployError(
    'wrongUse',
    `${DEPLOY_CONFIG} has ${mistakes.length} mistake(s):\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
  );
}

/** @throws DeployError that lists the targets, where none has this name */
export function findTarget(targets: Record<string, TargetOptions>, name: string | undefined): TargetOptions {
  const target = name !== undefined && Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target) return target;
  const known = `${DEPLOY_CONFIG} has ${Object.keys(targets).join(', ') || 'no target'}`;
  throw new DeployError(
    'wrongUse',
    name === undefined
      ? `Name a target: npm run deploy -- <target>. ${known}.`
      : `There is no target "${name}": ${known}. Correct the name.`,
  );
}

/** A changed file is read again: the editor runs on. */
async function importConfig(file: string): Promise<{ default: unknown }> {
  try {
    return (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as { default: unknown };
  } catch (error) {
    throw new DeployError('wrongUse', `${DEPLOY_CONFIG} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** @example production.path: is missing. Add it. */
function describe(issue: z.core.$ZodIssue, outer: PropertyKey[] = []): string[] {
  const path = [...outer, ...issue.path];
  const at = path.map(String).join('.') || 'default export';
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `${at}: ${message}.`);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${[...path, key].map(String).join('.')}: is no known option. Remove it or correct its name.`,
    );
  if (issue.code === 'invalid_union' && 'options' in issue)
    return [`${at}: is no known ${issue.discriminator}. Known are ${issue.options.join(', ')}.`];
  const lastErrors = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
  if (lastErrors) return lastErrors.flatMap((inner) => describe(inner, path));
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [`${at}: is missing. Add it.`];
  return [`${at}: ${issue.message}.`];
}
