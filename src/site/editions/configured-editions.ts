import { readFileSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { lookUp, required } from '../../shared/required.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { UserError, toUserError } from '../../shared/user-error.ts';
import { type Edition, rootOf, toEditions } from './editions.ts';
import { findSyntaxErrors } from './hosts-file-errors.ts';
import { parseHosts } from './hosts-schema.ts';

/** Path of the hosts file: `HOSTS_CONFIG` or `hosts.config.ts`. */
export const hostsFile = resolve(process.env.HOSTS_CONFIG || 'hosts.config.ts');

/** Every edition of the hosts file. Links and head tags need all of them, also in a build of some hosts. */
export const editions: Edition[] = await loadEditions();

/** The editions to render: those of the hosts in `HOSTS`, or all. */
export const builtEditions: Edition[] = selectHosts(process.env.HOSTS);

/** The editions of a brand, the given edition among them. */
export const siblingsOf = ({ brand }: Pick<Edition, 'brand'>): Edition[] =>
  required(byBrand.get(brand), 'editions of a brand');

/** The edition below `dist/` that a path `<host>/<lang>` names. @throws Error where the hosts file has none */
export const editionAt = (root: string): Edition => lookUp(byRoot, root);

const byBrand = Map.groupBy(editions, ({ brand }) => brand);
const byRoot = new Map(editions.map((edition) => [rootOf(edition), edition]));

async function loadEditions(): Promise<Edition[]> {
  const stats = statSync(hostsFile, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${hostsFile} is missing. Write it, or correct HOSTS_CONFIG.`);
  // Node imports a file of any encoding, with replacement characters in its names.
  const { diagnostics } = decodeText(relative('.', hostsFile), readFileSync(hostsFile));
  if (diagnostics.length) throw toUserError(diagnostics);
  const module = await importHosts(stats.mtimeMs);
  return toEditions(parseHosts(module.default, basename(hostsFile)));
}

/** @param version goes into the query, so that the dev server imports an edited file again */
async function importHosts(version: number): Promise<{ default: unknown }> {
  try {
    return (await import(/* @vite-ignore */ `${pathToFileURL(hostsFile)}?${version}`)) as { default: unknown };
  } catch (error) {
    const errors = error instanceof SyntaxError ? await findSyntaxErrors(hostsFile) : [];
    throw errors.length ? toUserError(errors) : new UserError(describeFailure(error), { cause: error });
  }
}

/** Names the file and line of the error, in the hosts file or a file that it imports. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `${basename(hostsFile)} cannot be read: ${inspect(error)}`;
  const stack = error.stack ?? '';
  // For an error in TypeScript syntax, Node writes file and line before the stack.
  const [, path, line] = /^(\/.*):(\d+)\n/.exec(stack) ?? /(file:[^\s?]+?)(?:\?[\d.]+)?:(\d+)/.exec(stack) ?? [];
  const place = path && `${relative('.', path.startsWith('file:') ? fileURLToPath(path) : path)}:${line}`;
  return `${place ?? basename(hostsFile)} cannot be read: ${error.message}`;
}

function selectHosts(list: string | undefined): Edition[] {
  if (!list?.trim()) return editions;
  const wanted = list
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  if (!wanted.length)
    throw new UserError(`HOSTS is "${list}" and names no host. Write names with commas between them, or leave it out.`);
  const unknown = wanted.filter((host) => !editions.some((edition) => edition.host === host));
  if (unknown.length) {
    const file = basename(hostsFile);
    throw new UserError(`HOSTS names ${unknown.join(', ')}, which ${file} does not. Correct the name or add the host.`);
  }
  return editions.filter((edition) => wanted.includes(edition.host));
}
