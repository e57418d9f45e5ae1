import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

import { load } from 'cheerio';

import { contentTypeOf } from '../../../output/content-types.ts';
import { UserError } from '../../../shared/user-error.ts';
import { pagesOf } from '../../../site/content.ts';
import type { Edition, Site } from '../../../site/editions/editions.ts';
import { lookOf } from '../../../site/looks/look.ts';
import type { BlockPageData } from '../../page-data.ts';

/** Address of a page as the editor shows it. */
type PreviewAddress = Omit<BlockPageData['previews'][number], 'brand'>;

/** Headers of a page in the editor: the editor scrolls and redraws it, and nothing in it runs or leads away. */
export const previewHeaders = (port: number): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; base-uri http://*.localhost:${port}; frame-ancestors 'self'; sandbox allow-same-origin`,
  'X-Frame-Options': 'SAMEORIGIN',
});

/**
 * The HTML of a page as the dev server renders it, with addresses of its own host.
 * @throws UserError where no site has the page
 */
export async function renderedPage(site: Site, { host, lang, path }: PreviewAddress, port: number): Promise<string> {
  const edition = editionOf(site, { host, lang });
  if (!pagesOf(edition).has(path)) throw new UserError(`${host} has no page ${path}. Choose another one.`);
  const own = `${host}.localhost:${port}`;
  const html = await new Promise<string>((done, fail) => {
    const headers = { Host: own };
    get({ host: '127.0.0.1', port, path: `${encodeURI(path)}?lang=${lang}`, headers }, (response) => {
      if (response.statusCode === 200) text(response).then(done, fail);
      else
        fail(
          new UserError('The page cannot be shown: its texts have mistakes. The home page of the editor lists them.'),
        );
    }).on('error', fail);
  });
  const page = load(html);
  // The dev server refuses requests for its files from pages of other sites.
  page('link[rel=icon], script').remove();
  page('head').prepend(`<base href="http://${own}/">`);
  return page
    .html()
    .replaceAll(/url\(\/_astro\/([\w.-]+)\)/g, `url(http://edit.localhost:${port}/preview/${edition.brand.look}/$1)`);
}

/** @throws UserError where no edition is configured */
export function editionOf({ editions }: Site, { host, lang }: Pick<PreviewAddress, 'host' | 'lang'>): Edition {
  const edition = editions.find((candidate) => candidate.host === host && candidate.lang === lang);
  if (!edition) throw new UserError(`There is no site ${host} in the language ${lang}. Choose another one.`);
  return edition;
}

/** A picture of a look for pages in the editor; undefined where there is none. */
export function pictureOfLook(
  { editions, folder }: Site,
  look: string,
  file: string,
): { type: string; bytes: Buffer<ArrayBuffer> } | undefined {
  if (!editions.some(({ brand }) => brand.look === look)) return undefined;
  const path = lookOf(folder, look).pictures.get(`_astro/${file}`);
  return path === undefined ? undefined : { type: contentTypeOf(path), bytes: readFileSync(path) };
}
