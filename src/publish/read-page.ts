import type { Alternate } from '../editions/urls.ts';
import type { StyledPage } from './inline-styles.ts';

/** What publishing has to know of a rendered page. */
export interface PublishedPage {
  /** File below the edition's root. */
  file: string;
  /** As a browser asks for it; `404.html` has none. */
  path: string | undefined;
  indexed: boolean;
  canonical: string | undefined;
  alternates: Alternate[];
  /** Targets of its links, scripts, styles and pictures. */
  references: string[];
  ids: Set<string>;
  /** Whether a part of an island is missing that React would have the browser render: `<!--$!-->` after an error, `<!--$?-->` while it waits. */
  lacksIsland: boolean;
  /** Hashed files of `_astro/` that it names, in tags or styles. */
  assets: string[];
  /** Text of its `<style>` elements, which a content security policy names by hash. */
  styles: string[];
  /** Text of its scripts, which it names as well. */
  scripts: string[];
  /** Whether it asks for leave to load a tag manager. */
  asksConsent: boolean;
}

/** Reads a page that this project rendered: attributes stand between double quotes. */
export function readPage(file: string, { markup, styles }: Omit<StyledPage, 'content'>): PublishedPage {
  const [head] = markup.split('</head>', 1);
  const tags = [...head!.matchAll(TAGS)].map(([tag]) => attributesOf(tag));
  const linksAs = (rel: string) => tags.filter((tag) => tag.rel === rel);
  const values = [...markup.matchAll(/ (href|src|id)="([^"]*)"/g)].map(
    ([, name, value]) => [name, decode(value!)] as const,
  );
  return {
    file,
    path: pathOf(file),
    indexed: !tags.some(({ name, content }) => name === 'robots' && content?.startsWith('noindex')),
    canonical: linksAs('canonical')[0]?.href,
    alternates: linksAs('alternate').map(({ hreflang, href }) => ({ hreflang: hreflang!, href: href! })),
    references: values.filter(([name]) => name !== 'id').map(([, value]) => value),
    ids: new Set(values.filter(([name]) => name === 'id').map(([, value]) => value)),
    lacksIsland: /<!--\$[!?]-->/.test(markup),
    styles,
    scripts: [...markup.matchAll(SCRIPTS)].map(([, text]) => text!),
    asksConsent: markup.includes(' data-container="'),
    assets: [markup, ...styles].flatMap(assetsIn),
  };
}

/** What browsers run; data is none of it. */
const SCRIPTS = /<script(?![^>]* type="application\/)[^>]*>([^]*?)<\/script>/g;

/** What the head tells search engines. */
const TAGS = /<(?:link|meta) (?=[^>]*(?:rel="(?:canonical|alternate)"|name="robots"))[^>]*>/g;

const known = new Map<string, string[]>();

/** Every page of a look has the same few styles. */
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

type Attributes = Partial<Record<'name' | 'content' | 'rel' | 'href' | 'hreflang', string>>;

function attributesOf(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value!)]),
  );
}

const decode = (value: string): string => (value.includes('&') ? unescape(value) : value);

const unescape = (value: string): string =>
  value.replaceAll('&#38;', '&').replaceAll('&amp;', '&').replaceAll('&#34;', '"').replaceAll('&quot;', '"');
