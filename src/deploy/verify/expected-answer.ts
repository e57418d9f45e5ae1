import { contentTypes, UNKNOWN_TYPE } from '../../output/content-types.ts';
import { joinPolicies, POLICY } from '../../output/former-csp.ts';
import type { Manifest, ManifestEdition } from '../../output/manifest.ts';
import { headersFor } from '../../output/match-headers.ts';
import { HOST_PATHS, TRANSLATION_PATHS } from '../../output/requests/request-target.ts';

/** The answer to a URL, as the manifest says. */
export interface ExpectedAnswer {
  /** SHA-256 of the plain file. */
  sha256: string;
  /** SHA-256 of the compressed forms, by content encoding. */
  forms: Partial<Record<'gzip' | 'br', string>>;
  /** Values that each header may have. */
  headers: Record<string, string[]>;
}

/** @returns undefined where the URL must not be answered with a file */
export function expectedAnswer(manifest: Manifest, url: URL): ExpectedAnswer | undefined {
  const edition = editionFor(manifest, url);
  const file = edition && fileAt(edition, url.pathname);
  if (!file) return undefined;
  const files = { ...edition.kept, ...edition.files };
  const forms = { gzip: files[`${file}.gz`]?.sha256, br: files[`${file}.br`]?.sha256 };
  const type = contentTypes[file.split('.').at(-1)!] ?? UNKNOWN_TYPE;
  const ruled = headersFor(edition.headers, url.pathname);
  const headers = Object.entries({ 'Content-Type': type, ...ruled }).map(([name, value]) => [
    name,
    name === POLICY ? [value, joinPolicies(value, manifest.former[edition.root])] : [value],
  ]);
  return {
    sha256: files[file]!.sha256,
    forms: Object.fromEntries(Object.entries(forms).filter(([, sha256]) => sha256)),
    headers: Object.fromEntries(headers) as ExpectedAnswer['headers'],
  };
}

/** The edition that answers a request without cookie and `Accept-Language`. */
function editionFor({ editions }: Manifest, { host, pathname, searchParams }: URL): ManifestEdition | undefined {
  const onHost = editions.filter((edition) => edition.host === host);
  const main = onHost.find((edition) => edition.default) ?? onHost[0];
  if (new RegExp(HOST_PATHS).test(pathname)) return main;
  const lang = new RegExp(TRANSLATION_PATHS).exec(pathname)?.[1] ?? searchParams.get('lang');
  return onHost.find((edition) => edition.lang === lang) ?? main;
}

function fileAt({ files, kept }: ManifestEdition, path: string): string | undefined {
  const name = path.slice(1);
  const candidates = [path === '/' ? 'index.html' : `${name}.html`, name.endsWith('.html') ? '' : name];
  return candidates.find((file) => Object.hasOwn(files, file) || Object.hasOwn(kept, file));
}
