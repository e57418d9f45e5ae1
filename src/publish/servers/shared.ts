import type { ManifestEdition } from '../manifest.ts';

/** Where the service listens, unless told otherwise: it answers what is below `/api/`. */
export const SERVICE = '127.0.0.1:4321';

/** What the pages of an edition may load, which is not the same in every language. */
export const POLICY = 'Content-Security-Policy';

/** Headers that are the same on every page of a host. */
export const COMMON_HEADERS = [
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Speculation-Rules',
];

/** The editions of each host, its default first. */
export function byHost(editions: ManifestEdition[]): ManifestEdition[][] {
  const hosts = Map.groupBy(editions, ({ host }) => host);
  return [...hosts.values()].map((onHost) => onHost.toSorted((a, b) => Number(b.default) - Number(a.default)));
}

/** Whether text files of a host lie there compressed too, which a build may leave out. */
export const isCompressed = (onHost: ManifestEdition[]): boolean =>
  onHost.every(({ files }) => 'index.html.br' in files);

/**
 * Matches an Accept-Language from its start and captures the first supported language in list order, whatever its q.
 * @param open how the group that captures begins, such as `(`
 */
export const languagePattern = (tags: string[], open: string): string =>
  `(?:[^,]*,)*?\\s*${open}${tags.join('|')})(?:-[^,;]*)?\\s*(?:;[^,]*)?(?:,|$)`;

/** A host's name as a part of a variable's name; no two hosts have the same. */
export const variableName = (host: string): string => host.replaceAll('-', '__').replaceAll('.', '_');
