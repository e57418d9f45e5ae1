import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'cheerio';

/** One language of a host of a built site. */
export interface Root {
  host: string;
  lang: string;
  /** All languages of the host, its default first. */
  languages: string[];
}

interface PageFile {
  root: Root;
  /** Path of its URL. */
  path: string;
  ids: Set<string>;
  /** Targets of links, pictures and scripts. */
  targets: string[];
  faults: string[];
}

/** Types of JSON-LD that pages have. */
const TYPES = ['WebSite', 'FAQPage', 'BlogPosting', 'BreadcrumbList'];

/** What no reader should see: markup, open placeholders and values that are missing. */
const VISIBLE = /\*\*|__|\]\(|:::|\{\{|\{(?:domain|brand|email)\}|\bundefined\b|\[object |[\uE000-\uF8FF\uFDD0-\uFDEF]/;

/** Faults of the pages of a built site: heads, JSON-LD, links to pages, files and ids of all its hosts, and markup in the text. */
export function faultsOfFiles(dist: string, roots: Root[]): string[] {
  const pages = new Map(roots.flatMap((root) => pagesOf(dist, root).map((page) => [keyOf(root, page.path), page])));
  return [...pages].flatMap(([name, { root, path, faults, targets }]) => [
    ...faults.map((fault) => `${name}: ${fault}`),
    ...targets.filter((target) => !leads(target, root, path)).map((target) => `${name}: "${target}" leads nowhere`),
  ]);

  function leads(target: string, root: Root, from: string): boolean {
    const url = URL.parse(target, `https://${root.host}${from}?lang=${root.lang}`);
    if (!url || !/^https?:$/.test(url.protocol)) return /^(mailto:|data:|about:blank$)/.test(target);
    const others = roots.filter(({ host }) => host === url.host);
    const [first] = others;
    if (!first) return url.protocol === 'https:';
    const asked = others.find(({ lang }) => lang === url.searchParams.get('lang'));
    const to = asked ?? others.find(({ lang }) => lang === first.languages[0])!;
    const page = pages.get(keyOf(to, url.pathname));
    if (page) return !url.hash || url.hash === '#' || page.ids.has(decodeURIComponent(url.hash.slice(1)));
    // Files of the build are the same in all languages of a host, and those of the service are no files.
    return (
      [root, to].some(({ host, lang }) => existsSync(join(dist, host, lang, url.pathname))) ||
      url.pathname.startsWith('/api/')
    );
  }
}

const keyOf = ({ host, lang }: Pick<Root, 'host' | 'lang'>, path: string): string => `${host}/${lang} ${path}`;

function pagesOf(dist: string, root: Root): PageFile[] {
  const folder = join(dist, root.host, root.lang);
  return globSync('**/*.html', { cwd: folder }).map((file) => {
    const path = file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`;
    return { root, path, ...read(readFileSync(join(folder, file), 'utf8'), root, path) };
  });
}

function read(html: string, { lang }: Root, path: string): Pick<PageFile, 'ids' | 'targets' | 'faults'> {
  const $ = load(html);
  const all = (selector: string, name: string): string[] =>
    $(selector)
      .map((_, element) => $(element).attr(name))
      .get();
  const faults: string[] = [];
  const must = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  must($('html').attr('lang') === lang, 'has another language');
  must(['ltr', 'rtl'].includes($('html').attr('dir') ?? ''), 'has no direction');
  must($('title').text().trim() !== '', 'has no title');
  // A closed home page and an unknown address say a sentence only.
  must($('h1').length === ($('footer').length ? 1 : $('h1').length), 'has not one first heading');
  must(path === '/404' || $('meta[name=description]').length === 1 || !$('footer').length, 'has no description');
  const ids = all('[id]', 'id');
  must(new Set(ids).size === ids.length, 'has an id twice');
  const canonical = $('link[rel=canonical]').attr('href');
  must(canonical === undefined || canonical.startsWith('https://'), 'has a canonical URL that is not absolute');
  const shown = $('body').clone();
  shown.find('script, style, code, pre').remove();
  const visible = VISIBLE.exec(`${$('title').text()} ${all('meta[content]', 'content').join(' ')} ${shown.text()}`);
  must(!visible, `shows ${visible?.[0]}`);
  const targets = [...all('[href]', 'href'), ...all('[src]', 'src')];
  $('script[type="application/ld+json"]').each((_, element) => {
    const block = JSON.parse($(element).text()) as Record<string, unknown>;
    must(block['@context'] === 'https://schema.org' && TYPES.includes(String(block['@type'])), 'has unknown JSON-LD');
    JSON.stringify(block, (key, value: unknown) => {
      if (['url', 'item', 'mainEntityOfPage', 'image'].includes(key) && typeof value === 'string') {
        must(value.startsWith('https://'), `has ${key} "${value}" in its JSON-LD`);
        targets.push(value);
      }
      return value;
    });
  });
  return { ids: new Set(ids), targets: [...new Set(targets)], faults };
}
