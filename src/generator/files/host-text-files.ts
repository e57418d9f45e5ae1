import { required } from '../../shared/required.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import { documentSource } from '../../site/content.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { type Edition, isHostDefault } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';
import { absoluteUrl, hostUrl } from '../../site/editions/urls.ts';
import { hostFileNames } from '../../site/host-wide-files.ts';
import { parseDocumentFile } from '../../site/markdown/parse.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';

export interface SitemapEntry {
  url: string;
  alternates: Alternate[];
}

/** The pages of a host that are canonical to themselves. Only the host's default edition has a sitemap. */
export function sitemapEntries(edition: Edition, hostPages: [Edition, RenderedPageFacts[]][]): SitemapEntry[] {
  if (!isHostDefault(edition)) return [];
  return hostPages.flatMap(([owner, pages]) =>
    pages
      .flatMap(({ path, indexed, canonical: url, alternates }) =>
        path !== undefined && indexed && url === absoluteUrl(owner, path) ? [{ url, alternates }] : [],
      )
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
  );
}

/** @see https://www.sitemaps.org/protocol.html, and Google's `xhtml:link` for the alternates */
export function sitemapXml(entries: SitemapEntry[]): string {
  const lines = entries.map(({ url, alternates }) =>
    [
      `<url><loc>${escapeHtml(url)}</loc>`,
      ...alternates.map(
        ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`,
      ),
      '</url>',
    ].join(''),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${lines.join('\n')}
</urlset>
`;
}

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
