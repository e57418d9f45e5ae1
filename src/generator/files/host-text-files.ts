import { required } from '../../shared/required.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import { documentSource } from '../../site/content.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { type Edition, isHostDefault } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';
import { absoluteUrl, hostUrl } from '../../site/editions/urls.ts';
import { hostFileNames, sitemapPart } from '../../site/host-wide-files.ts';
import { parseDocumentFile } from '../../site/markdown/parse.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';

export interface SitemapEntry {
  url: string;
  alternates: Alternate[];
  /** Day on which its text has changed last. */
  changed?: string | undefined;
}

/** The pages of a host that are canonical to themselves. Only the host's default edition has a sitemap. */
export function sitemapEntries(edition: Edition, hostPages: [Edition, RenderedPageFacts[]][]): SitemapEntry[] {
  if (!isHostDefault(edition)) return [];
  return hostPages.flatMap(([owner, pages]) =>
    pages
      .flatMap(({ path, indexed, canonical: url, alternates, changed }) =>
        path !== undefined && indexed && url === absoluteUrl(owner, path) ? [{ url, alternates, changed }] : [],
      )
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
  );
}

/** Limits of a sitemap. @see https://www.sitemaps.org/protocol.html#index */
const LIMITS = { urls: 50_000, bytes: 52_428_800 };

/**
 * The sitemap of a host by file name: a file with its URLs, or an index of such files.
 * @param limits of a file
 */
export function sitemapFiles(
  edition: Edition,
  entries: SitemapEntry[],
  limits = LIMITS,
): [file: string, xml: string][] {
  if (!entries.length) return [];
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const line of entries.map(entryXml)) {
    const size = Buffer.byteLength(line) + 1;
    const last = parts.at(-1);
    if (last && last.length < limits.urls && bytes + size <= limits.bytes) last.push(line);
    else parts.push([line]);
    bytes = parts.at(-1) === last ? bytes + size : HEAD_BYTES + size;
  }
  const [only, ...others] = parts;
  if (only && !others.length) return [[hostFileNames.sitemap, urlSet(only)]];
  const files = parts.map((lines, index): [string, string] => [sitemapPart(index + 1), urlSet(lines)]);
  const locations = files.map(([file]) => `<sitemap><loc>${hostUrl(edition, `/${file}`)}</loc></sitemap>`);
  const index = `<sitemapindex xmlns="${NAMESPACE}">\n${locations.join('\n')}\n</sitemapindex>\n`;
  return [[hostFileNames.sitemap, `${DECLARATION}\n${index}`], ...files];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** With Google's `xhtml:link` for the alternates. */
const urlSet = (lines: string[]): string => `${DECLARATION}
<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${lines.join('\n')}
</urlset>
`;

const HEAD_BYTES = urlSet([]).length;

const entryXml = ({ url, alternates, changed }: SitemapEntry): string =>
  [
    `<url><loc>${escapeHtml(url)}</loc>`,
    changed ? `<lastmod>${changed}</lastmod>` : '',
    ...alternates.map(
      ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`,
    ),
    '</url>',
  ].join('');

/** Pages with `noindex` are not disallowed, because search engines must be able to read it. */
export const robotsTxt = (edition: Edition, hasSitemap: boolean): string =>
  [
    'User-agent: *',
    'Allow: /',
    ...(hasSitemap ? ['', `Sitemap: ${hostUrl(edition, `/${hostFileNames.sitemap}`)}`] : []),
    '',
  ].join('\n');

/** @see https://www.rfc-editor.org/rfc/rfc9116 */
export const securityTxt = (edition: Edition): string =>
  [
    `Contact: mailto:${edition.brand.email}`,
    `Contact: ${hostUrl(edition, routes.contacts.path)}`,
    `Expires: ${edition.brand.securityTxtExpires}T23:59:59Z`,
    `Preferred-Languages: ${edition.hostLanguages.join(', ')}`,
    `Canonical: ${hostUrl(edition, `/${hostFileNames.security}`)}`,
    '',
  ].join('\n');

/** States that the site honours Global Privacy Control. @see https://w3c.github.io/gpc/ */
export const gpcJson = (edition: Edition): string => {
  const { fields } = parseDocumentFile(required(documentSource(edition, 'privacy_policy'), 'privacy policy'));
  return `${JSON.stringify({ gpc: true, lastUpdate: fields.updated })}\n`;
};
