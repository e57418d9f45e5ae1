import { encodings } from '../../../output/content-encodings.ts';
import { contentTypes, UNKNOWN_TYPE } from '../../../output/content-types.ts';
import type { Manifest } from '../../../output/manifest.ts';
import { type HeaderRule, headersFor } from '../../../output/match-headers.ts';
import type { FileKind } from '../../target.ts';
import type { ObjectHeaders } from './s3-bucket.ts';

/** An object at a path of the site. */
export interface SiteObject {
  sha256: string;
  headers: ObjectHeaders;
  kind: FileKind;
}

/** Files for other CDNs are no answers. */
export const isServed = (path: string): boolean => !/\/_(headers|redirects)$/.test(path);

/** The objects of a generation that visitors get, by key. */
export function siteObjects({ editions }: Manifest): Map<string, SiteObject> {
  const objects = new Map<string, SiteObject>();
  for (const { root, files, kept, headers } of editions) {
    for (const [file, { sha256 }] of Object.entries({ ...kept, ...files })) {
      const key = `${root}/${file}`;
      if (isServed(key)) objects.set(key, { sha256, headers: objectHeaders(file, headers), kind: kindOf(file) });
    }
  }
  return objects;
}

/** Whether two objects have the same content and headers. */
export const isSameObject = (a: SiteObject, b: SiteObject | undefined): boolean =>
  a.sha256 === b?.sha256 && JSON.stringify(a.headers) === JSON.stringify(b.headers);

/** @param file path below the root of an edition */
function objectHeaders(file: string, rules: HeaderRule[]): ObjectHeaders {
  const ending = (Object.keys(encodings) as (keyof typeof encodings)[]).find((each) => file.endsWith(each));
  const plain = ending ? file.slice(0, -ending.length) : file;
  const path = plain === 'index.html' ? '/' : `/${plain.replace(/\.html$/, '')}`;
  const headers = headersFor(rules, path);
  return {
    ContentType: headers['Content-Type'] ?? contentTypes[plain.split('.').at(-1)!] ?? UNKNOWN_TYPE,
    ...(headers['Cache-Control'] !== undefined && { CacheControl: headers['Cache-Control'] }),
    ...(ending && { ContentEncoding: encodings[ending] }),
  };
}

function kindOf(file: string): FileKind {
  if (file.startsWith('_astro/')) return 'assets';
  return /\.html(\.br|\.gz)?$/.test(file) ? 'pages' : 'files';
}
