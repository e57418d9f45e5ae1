import { contentTypes } from '../../output/content-types.ts';
import { headersFor } from '../../output/headers.ts';
import type { Manifest, ManifestEdition } from '../../output/manifest.ts';
import { isText } from '../files/compress.ts';
import { joinPolicies, POLICY } from '../files/former-policies.ts';

/** Where the service listens, unless told otherwise: it answers what is below `/api/`. */
export const SERVICE = '127.0.0.1:4321';

/** Headers that are the same on every page. */
export const COMMON_HEADERS = [
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Speculation-Rules',
];

/** Endings of files that lie there compressed too. */
export const textEndings = Object.keys(contentTypes).filter((ending) => isText(`x.${ending}`));

/** The languages of each host in one string, its default first: `en ru uk`. */
export function languagesByHost({ editions }: Manifest): Map<string, string> {
  const hosts = Map.groupBy(editions, ({ host }) => host);
  return new Map(
    [...hosts].map(([host, onHost]) => [
      host,
      onHost
        .toSorted((a, b) => Number(b.default) - Number(a.default))
        .map(({ lang }) => lang)
        .join(' '),
    ]),
  );
}

/** The lists of languages that hosts choose from. */
export const languageLists = (manifest: Manifest): string[] =>
  [...new Set(languagesByHost(manifest).values())].filter((languages) => languages.includes(' '));

/** Content security policies, each with the roots of the editions that have it. */
export const policies = ({ editions, former }: Manifest): [policy: string, roots: string[]][] =>
  [...Map.groupBy(editions, ({ headers, root }) => joinPolicies(headersFor(headers, '/')[POLICY]!, former[root]))].map(
    ([policy, having]) => [policy, having.map(({ root }) => root)],
  );

/** Whether text files of editions lie there compressed too, which a build may leave out. */
export const isCompressed = (editions: ManifestEdition[]): boolean =>
  editions.some(({ files }) => 'index.html.br' in files);
