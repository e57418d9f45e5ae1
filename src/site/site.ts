import { readFileSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { decodeText } from '../shared/decode-text.ts';
import { note } from '../shared/track-dependencies.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { parseHosts } from './editions/define-hosts.ts';
import { type Edition, rootOf, toEditions } from './editions/editions.ts';
import { findSyntaxErrors } from './editions/hosts-source.ts';

/** Path of the hosts file: `HOSTS_CONFIG`, else `hosts.config.ts`. */
export const hostsFile = resolve(process.env.HOSTS_CONFIG || 'hosts.config.ts');

/** Every edition of the hosts file, whether this build renders it or not: links and head tags need them all. */
export const editions: Edition[] = await loadEditions();

/** The editions to render: those of the hosts that `HOSTS` lists, else all. */
export const builtEditions: Edition[] = selectHosts(process.env.HOSTS);

const byBrand = Map.groupBy(editions, ({ brand }) => brand);

/** The editions of a brand, the given one among them: what a page links to. */
export function siblingsOf({ brand }: Edition): Edition[] {
  note('hosts');
  return byBrand.get(brand)!;
}

const byRoot = new Map(editions.map((edition) => [rootOf(edition), edition]));

/** The edition below `dist/` that a path `<host>/<lang>` names. */
export const editionAt = (root: string): Edition | undefined => byRoot.get(root);

/** The edition that a page of `src/pages/[host]/[lang]/` is asked for. */
export const editionOf = ({ host, lang }: Partial<Record<string, string>>): Edition => byRoot.get(`${host}/${lang}`)!;

/**
 * Adds an edition that no hosts file names, so that its pages can be rendered.
 * @param name what stands for its host when it is asked for
 * @param siblings the editions of its brand
 */
export function addEdition(name: string, edition: Edition, siblings: Edition[]): void {
  byRoot.set(`${name}/${edition.lang}`, edition);
  byBrand.set(edition.brand, siblings);
}

async function loadEditions(): Promise<Edition[]> {
  const stats = statSync(hostsFile, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${hostsFile} is missing. Write it, or correct HOSTS_CONFIG.`);
  // Node would import a file of another encoding, and names with replacement characters from it.
  const { diagnostics } = decodeText(relative('.', hostsFile), readFileSync(hostsFile));
  if (diagnostics.length) throw toUserError(diagnostics);
  const module = await importHosts(stats.mtimeMs);
  return toEditions(parseHosts(module.default, basename(hostsFile)));
}

/** The query makes a running dev server read an edited file again. */
async function importHosts(version: number): Promise<{ default: unknown }> {
  try {
    return (await import(/* @vite-ignore */ `${pathToFileURL(hostsFile)}?${version}`)) as { default: unknown };
  } catch (error) {
    const errors = error instanceof SyntaxError ? await findSyntaxErrors(hostsFile) : [];
    throw errors.length ? toUserError(errors) : new UserError(describeFailure(error), { cause: error });
  }
}

/** Names the file and line where the hosts file, or a file that it imports, failed. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `${basename(hostsFile)} cannot be read: ${inspect(error)}`;
  const stack = error.stack ?? '';
  // Node puts the place of a mistake in TypeScript before the stack.
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
