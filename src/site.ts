import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { parseHosts } from './editions/define-hosts.ts';
import { type Edition, rootOf, toEditions } from './editions/editions.ts';
import { Mistake } from './problems.ts';
import { note } from './reads.ts';

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
  if (!stats) throw new Mistake(`${hostsFile} is missing. Write it, or correct HOSTS_CONFIG.`);
  const module = await importHosts(stats.mtimeMs);
  return toEditions(parseHosts(module.default, basename(hostsFile)));
}

/** The query makes a running dev server read an edited file again. */
async function importHosts(version: number): Promise<{ default: unknown }> {
  try {
    return (await import(/* @vite-ignore */ `${pathToFileURL(hostsFile)}?${version}`)) as { default: unknown };
  } catch (error) {
    throw new Mistake(`${basename(hostsFile)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function selectHosts(list: string | undefined): Edition[] {
  if (!list?.trim()) return editions;
  const wanted = list
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const unknown = wanted.filter((host) => !editions.some((edition) => edition.host === host));
  if (unknown.length) {
    const file = basename(hostsFile);
    throw new Mistake(`HOSTS names ${unknown.join(', ')}, which ${file} does not. Correct the name or add the host.`);
  }
  return editions.filter((edition) => wanted.includes(edition.host));
}
