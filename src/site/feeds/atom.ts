import { escapeHtml } from '../../shared/text/escape-html.ts';

/** A feed as readers of news get it. URLs are absolute, days are such as `2026-11-21`. */
export interface Feed {
  /** BCP 47 tag. */
  lang: string;
  /** Never changes. */
  id: string;
  title: string;
  subtitle?: string;
  /** URL of the feed itself. */
  self: string;
  /** URL of the page that shows the same. */
  page: string;
  icon: string;
  author: { name: string; url: string };
  /** Newest first. */
  entries: FeedEntry[];
  updated: string;
}

export interface FeedEntry {
  /** Never changes. */
  id: string;
  title: string;
  url: string;
  published: string;
  updated: string;
  summary?: string;
  /** HTML whose links are absolute. */
  html: string;
}

/** Writes a feed. Its dates are those of texts, so that the same texts give the same bytes. @see https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed({ lang, id, title, subtitle, self, page, icon, author, entries, updated }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">`,
    element('title', title),
    ...(subtitle ? [element('subtitle', subtitle)] : []),
    element('id', id),
    element('updated', midnight(updated)),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    element('icon', icon),
    `<author>${element('name', author.name)}${element('uri', author.url)}</author>`,
    ...entries.flatMap(linesOf),
    '</feed>',
    '',
  ].join('\n');
}

const linesOf = ({ id, title, url, published, updated, summary, html }: FeedEntry): string[] => [
  '<entry>',
  element('title', title),
  element('id', id),
  `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
  element('published', midnight(published)),
  element('updated', midnight(updated)),
  ...(summary ? [element('summary', summary)] : []),
  `<content type="html">${escapeXml(html)}</content>`,
  '</entry>',
];

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** XML forbids `]]>` in text. */
const escapeXml = (text: string): string => escapeHtml(text).replaceAll(']]>', ']]&gt;');

const midnight = (day: string): string => `${day}T00:00:00Z`;
