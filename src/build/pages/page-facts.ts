import type { HtmlDocument, HtmlElement } from '../../shared/read-html.ts';
import type { Alternate } from '../../site/editions/urls.ts';
import { styleOf } from './inline-styles.ts';

/** What publishing has to know of a rendered page. */
export interface PublishedPage {
  /** File below the edition's root. */
  file: string;
  /** As a browser asks for it; `404.html` has none. */
  path: string | undefined;
  indexed: boolean;
  canonical: string | undefined;
  alternates: Alternate[];
  /** Targets of its links, scripts and pictures. */
  references: string[];
  ids: Set<string>;
  /** Whether a part of an island is missing that React would have the browser render: `<!--$!-->` after an error, `<!--$?-->` while it waits. */
  lacksIsland: boolean;
  /** Hashed files of `_astro/` that it fetches. */
  assets: string[];
  /** Text of its styles, which a content security policy names by hash. */
  styles: string[];
  /** Text of its scripts, which it names as well. */
  scripts: string[];
  /** Whether it asks for leave to load a tag manager. */
  asksConsent: boolean;
}

/** Reads what elements and attributes of a page say; its text is an editor's own. */
export function readPage(file: string, { elements, comments }: HtmlDocument): PublishedPage {
  const page: PublishedPage = {
    file,
    path: pathOf(file),
    indexed: true,
    canonical: undefined,
    alternates: [],
    references: [],
    ids: new Set(),
    lacksIsland: comments.some((comment) => comment === '$!' || comment === '$?'),
    assets: [],
    styles: [],
    scripts: [],
    asksConsent: false,
  };
  for (const element of elements) {
    const style = styleOf(element);
    if (style === undefined) readElement(element, page);
    else page.styles.push(style);
  }
  page.assets.push(...[...page.styles, ...page.scripts].flatMap(assetsIn));
  return page;
}

function readElement(element: HtmlElement, page: PublishedPage): void {
  const { name, attributes, text } = element;
  const { id, rel, href, hreflang, type, content } = attributes;
  if (id !== undefined) page.ids.add(id);
  if (attributes['data-container'] !== undefined) page.asksConsent = true;
  for (const attribute of URLS) {
    const url = attributes[attribute];
    if (url === undefined) continue;
    page.references.push(url);
    if (name !== 'a' && url.startsWith('/')) page.assets.push(...assetsIn(url));
  }
  // What browsers run; data is none of it.
  if (name === 'script' && !type?.startsWith('application/')) page.scripts.push(text);
  if (name === 'meta' && attributes.name === 'robots' && content?.startsWith('noindex')) page.indexed = false;
  if (name !== 'link' || !href) return;
  if (rel === 'canonical') page.canonical = href;
  if (rel === 'alternate' && hreflang) page.alternates.push({ hreflang, href });
}

/** Attributes that name a page or file; the last two are Astro's, of an island. */
const URLS = ['href', 'src', 'poster', 'component-url', 'renderer-url'];

const known = new Map<string, string[]>();

/** Pages have the same few styles and scripts. */
function assetsIn(text: string): string[] {
  if (!text.includes('/_astro/')) return [];
  const assets = known.get(text) ?? [...text.matchAll(/\/(_astro\/[\w.-]+)/g)].map(([, asset]) => asset!);
  known.set(text, assets);
  return assets;
}

function pathOf(file: string): string | undefined {
  if (file === '404.html') return undefined;
  return file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`;
}
