import { hash } from 'node:crypto';

import type { HtmlDocument, HtmlElement } from '../../shared/text/read-html.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { BEGIN } from './placeholders.ts';
import { styleOf } from './style-of.ts';

/** Facts of a rendered page: its head, links, ids and assets. */
export interface RenderedPageFacts {
  /** File below the edition's root. */
  file: string;
  /** Path of its URL; `404.html` has none. */
  path: string | undefined;
  indexed: boolean;
  canonical: string | undefined;
  alternates: Alternate[];
  /** Day on which its text has changed last; undefined for a page of words only. */
  changed: string | undefined;
  /** Targets of its links, scripts and pictures. Pages of a template share the list. */
  references: string[];
  ids: Set<string>;
  /** Targets and ids that a template lacks, because they belong to texts. */
  ofTexts: TextAnchors;
  /** Whether React left a part of an island to the browser: `<!--$!-->` after an error, `<!--$?-->` for a promise. */
  lacksIsland: boolean;
  /** Hashed files below `_astro/` that it loads. */
  assets: string[];
  /** Hashes of its style elements, as the content security policy writes them. */
  styles: string[];
  /** Hashes of its inline scripts. */
  scripts: string[];
  /** Whether it shows the consent banner of a tag manager. */
  asksConsent: boolean;
}

export interface TextAnchors {
  links: string[];
  ids: string[];
}

/** Reads the facts of a page from its elements and attributes. */
export function readPageFacts(file: string, { elements, comments }: HtmlDocument): RenderedPageFacts {
  const page: RenderedPageFacts = {
    file,
    path: pathOf(file),
    indexed: true,
    canonical: undefined,
    alternates: [],
    changed: undefined,
    references: [],
    ids: new Set(),
    ofTexts: { links: [], ids: [] },
    lacksIsland: comments.some((comment) => comment === '$!' || comment === '$?'),
    assets: [],
    styles: [],
    scripts: [],
    asksConsent: false,
  };
  for (const element of elements) {
    const style = styleOf(element);
    if (style === undefined) readElement(element, page);
    else addInline(page, 'styles', style);
  }
  return page;
}

function readElement(element: HtmlElement, page: RenderedPageFacts): void {
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
  // Data blocks such as JSON-LD are not run.
  if (name === 'script' && !type?.startsWith('application/')) addInline(page, 'scripts', text);
  if (name === 'meta' && attributes.name === 'robots' && content?.startsWith('noindex')) page.indexed = false;
  if (name !== 'link' || !href) return;
  if (rel === 'canonical') page.canonical = href;
  if (rel === 'alternate' && hreflang) page.alternates.push({ hreflang, href });
}

/** A template keeps the text of a style that its names fill. */
function addInline(page: RenderedPageFacts, kind: 'styles' | 'scripts', text: string): void {
  const isFilled = text.includes(BEGIN);
  page[kind].push(isFilled ? text : hashOf(text));
  page.assets.push(...(isFilled ? [text] : assetsIn(text)));
}

/** The hash of a style or script, as a content security policy writes it. */
export const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Attributes that hold a URL. The last two are those of an Astro island. */
const URLS = ['href', 'src', 'poster', 'component-url', 'renderer-url'];

export const assetsIn = (text: string): string[] =>
  [...text.matchAll(/\/(_astro\/[\w.-]+)/g)].flatMap(([, asset]) => asset ?? []);

/** Path of the URL of a page; undefined for `404.html`. */
export function pathOf(file: string): string | undefined {
  if (file === '404.html') return undefined;
  return file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`;
}
