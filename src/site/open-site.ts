import { readFileSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { decodeText } from '../shared/text/decode-text.ts';
import { today } from '../shared/today.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import {
  type Edition,
  type EditionFacts,
  editionOf,
  type Site,
  type SiteOptions,
  toEditions,
  type Unpublished,
} from './editions/editions.ts';
import { findSyntaxErrors, hostsLines } from './editions/hosts-file-errors.ts';
import type { HostsConfig } from './editions/hosts-schema.ts';
import { HostsError } from './editions/parse-hosts.ts';
import { parseHosts } from './editions/parse-hosts.ts';
import { siteLanguagesOf } from './editions/site-languages.ts';
import { SiteFolder } from './site-folder.ts';

/** The options that environment variables give: `SITE`, `HOSTS_CONFIG`, `CONTENT_DIR`, `HOSTS`, and the day of `SOURCE_DATE_EPOCH`. */
export function readSiteOptions(env: NodeJS.ProcessEnv): SiteOptions {
  const root = resolve(env.SITE || '.');
  return {
    root,
    hostsFile: resolve(root, env.HOSTS_CONFIG || 'hosts.config.ts'),
    contentDir: resolve(root, env.CONTENT_DIR || 'src/content'),
    hosts: env.HOSTS,
    day: today(env),
  };
}

/**
 * Opens a site: reads its hosts file, and its other files when they are needed.
 * @throws UserError where the hosts file is missing or has mistakes, or where `hosts` names others
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  return toSite(options, await readHostsFile(options.hostsFile));
}

/** The site of a hosts configuration. */
export const toSite = (options: SiteOptions, hosts: HostsConfig): Site =>
  siteOf(options, new SiteFolder(options, siteLanguagesOf(hosts)), toEditions(hosts), new Map());

/** The site with articles that no page shows. Texts that were read stay so. */
export const withUnpublished = (site: Site, unpublished: Unpublished): Site =>
  siteOf(site, site.folder, site.editions, unpublished);

/**
 * The site with its texts, translations and static files as they are now, on another day.
 * @param changed paths that may have changed since it was opened; undefined for any path
 */
export const renewed = (site: Site, day: string, changed?: string[]): Site =>
  // Brands are other objects, too: facts of their looks were read from the former files.
  siteOf({ ...site, day }, site.folder.renewed(changed), structuredClone(site.editions), new Map());

function siteOf(
  { root, hostsFile, contentDir, hosts, day }: SiteOptions,
  folder: SiteFolder,
  facts: EditionFacts[],
  unpublished: Unpublished,
): Site {
  const editions: Edition[] = [];
  const builtEditions: Edition[] = [];
  const site: Site = { root, hostsFile, contentDir, hosts, day, folder, editions, builtEditions, unpublished };
  for (const each of facts) editions.push(editionOf(site, each));
  for (const edition of selectHosts(editions, hosts, hostsFile)) builtEditions.push(edition);
  return site;
}

async function readHostsFile(hostsFile: string): Promise<HostsConfig> {
  const stats = statSync(hostsFile, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UserError(`${hostsFile} is no file. Write it, or correct HOSTS_CONFIG.`);
  // Node imports a file of any encoding, with replacement characters in its names.
  const { diagnostics } = decodeText(relative('.', hostsFile), readFileSync(hostsFile));
  if (diagnostics.length) throw toUserError(diagnostics);
  const module = await importHosts(hostsFile, stats.mtimeMs);
  try {
    return parseHosts(await module.default, relative('.', hostsFile));
  } catch (error) {
    // A getter of the configuration may throw.
    if (!(error instanceof HostsError)) throw new UserError(describeFailure(hostsFile, error), { cause: error });
    const lineOf = await hostsLines(hostsFile);
    throw new HostsError(relative('.', hostsFile), error.mistakes, ({ path }) => lineOf(path));
  }
}

/** @param version goes into the query, so that the dev server imports an edited file again */
async function importHosts(hostsFile: string, version: number): Promise<{ default: unknown }> {
  try {
    return (await import(/* @vite-ignore */ `${pathToFileURL(hostsFile)}?${version}`)) as { default: unknown };
  } catch (error) {
    const errors = error instanceof SyntaxError ? await findSyntaxErrors(hostsFile) : [];
    throw errors.length ? toUserError(errors) : new UserError(describeFailure(hostsFile, error), { cause: error });
  }
}

/** Names the file and line of the error, in the hosts file or a file that it imports. */
function describeFailure(hostsFile: string, error: unknown): string {
  if (!(error instanceof Error)) return `${relative('.', hostsFile)} cannot be read: ${inspect(error)}`;
  const stack = error.stack ?? '';
  // For an error in TypeScript syntax, Node writes file and line before the stack.
  const [, path, line] = /^(\/.*):(\d+)\n/.exec(stack) ?? /(file:[^\s?]+?)(?:\?[\d.]+)?:(\d+)/.exec(stack) ?? [];
  const place = path && `${relative('.', path.startsWith('file:') ? fileURLToPath(path) : path)}:${line}`;
  return `${place ?? importIn(hostsFile, error.message)} cannot be read: ${error.message}`;
}

/** The hosts file, with the line that imports a module which is not found. */
function importIn(hostsFile: string, message: string): string {
  const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  const lines = readFileSync(hostsFile, 'utf8').split('\n');
  const line = missing ? lines.findIndex((row) => row.includes(basename(missing))) + 1 : 0;
  return `${relative('.', hostsFile)}${line ? `:${line}` : ''}`;
}

function selectHosts(editions: Edition[], list: string | undefined, hostsFile: string): Edition[] {
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
