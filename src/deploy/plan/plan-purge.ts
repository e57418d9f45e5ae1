import { type ChangedEdition, changesBetween, urlPathOf } from '../../output/changes.ts';
import { isCompressedForm } from '../../output/content-encodings.ts';
import type { Manifest, ManifestEdition } from '../../output/manifest.ts';
import { lookUp } from '../../shared/required.ts';
import type { PurgedEdition, PurgeRequest } from '../purger.ts';

/**
 * What caches must forget on the way between two generations.
 * @param served undefined where the generation of the caches is unknown
 */
export function planPurge(served: Manifest | undefined, next: Manifest): PurgeRequest {
  if (!served) return { urls: [], editions: [], isEverything: true };
  const roots = next.editions.map(({ root }) => root);
  const changes = changesBetween(served, next, roots).editions;
  const byRoot = new Map([...served.editions, ...next.editions].map((edition) => [edition.root, edition]));
  const several = hostsWithSeveralLanguages([served, next]);
  const addresses = (edition: ManifestEdition, paths: string[]): string[] =>
    paths.flatMap((path) => addressesOf(edition, path, several.has(edition.host)));
  const editionOf = ({ host, lang }: ChangedEdition): ManifestEdition => lookUp(byRoot, `${host}/${lang}`);
  const urls = changes
    .filter(({ headersChanged }) => !headersChanged)
    .flatMap((change) => addresses(editionOf(change), pathsOf(change)));
  const editions = changes
    .filter(({ headersChanged }) => headersChanged)
    .map((change): PurgedEdition => {
      const edition = editionOf(change);
      const { host, lang, root } = edition;
      const all = new Set([...addresses(edition, pathsOf(change)), ...urlsOf(edition, several)]);
      return { host, lang, root, urls: [...all] };
    });
  return { urls: [...new Set(urls)], editions, isEverything: false };
}

/** Joins the purges of two ways, of which the first was interrupted. */
export function joinPurges(first: PurgeRequest, second: PurgeRequest): PurgeRequest {
  const editions = new Map<string, PurgedEdition>();
  for (const edition of [...first.editions, ...second.editions]) {
    const urls = new Set([...(editions.get(edition.root)?.urls ?? []), ...edition.urls]);
    editions.set(edition.root, { ...edition, urls: [...urls] });
  }
  const purged = new Set([...editions.values()].flatMap(({ urls }) => urls));
  const urls = new Set([...first.urls, ...second.urls].filter((url) => !purged.has(url)));
  return {
    urls: [...urls],
    editions: [...editions.values()],
    isEverything: first.isEverything || second.isEverything,
  };
}

/** The URLs whose answers a deployment changes. @param next generation whose URLs count where everything is purged */
export function changedUrls({ urls, editions, isEverything }: PurgeRequest, next: Manifest): string[] {
  const several = hostsWithSeveralLanguages([next]);
  const all = isEverything ? next.editions.flatMap((edition) => urlsOf(edition, several)) : [];
  return [...new Set([...urls, ...editions.flatMap((edition) => edition.urls), ...all])];
}

/** The URLs of files of a generation, by their path below `dist/`. */
export function urlsOfFiles(generation: Manifest, paths: string[]): string[] {
  const several = hostsWithSeveralLanguages([generation]);
  const wanted = new Set(paths.map((path) => path.replace(/\.(?:br|gz|dcz)$/, '')));
  return generation.editions.flatMap((edition) =>
    Object.keys({ ...edition.kept, ...edition.files })
      .filter((file) => wanted.has(`${edition.root}/${file}`))
      .flatMap((file) => addressesOf(edition, urlPathOf(file), several.has(edition.host))),
  );
}

/** Whether caches have nothing to forget. */
export const isNoPurge = ({ urls, editions, isEverything }: PurgeRequest): boolean =>
  !urls.length && !editions.length && !isEverything;

/** All URLs of an edition. */
const urlsOf = (edition: ManifestEdition, several: Set<string>): string[] =>
  Object.keys({ ...edition.kept, ...edition.files })
    .filter((file) => !isCompressedForm(file))
    .flatMap((file) => addressesOf(edition, urlPathOf(file), several.has(edition.host)));

/** A host with several languages answers a path in each of them: by itself, and with `?lang=`. */
function addressesOf({ host, lang }: ManifestEdition, path: string, hasSeveralLanguages: boolean): string[] {
  const url = `https://${host}${path}`;
  return hasSeveralLanguages ? [url, `${url}?lang=${lang}`] : [url];
}

function hostsWithSeveralLanguages(manifests: Manifest[]): Set<string> {
  const hosts = Map.groupBy(
    manifests.flatMap(({ editions }) => editions),
    ({ host }) => host,
  );
  return new Set([...hosts].filter(([, on]) => new Set(on.map(({ lang }) => lang)).size > 1).map(([host]) => host));
}

const pathsOf = ({ added, changed, removed }: ChangedEdition): string[] =>
  Object.keys({ ...added, ...changed, ...removed });
