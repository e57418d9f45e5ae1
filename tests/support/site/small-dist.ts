import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { compressWithDictionary } from '../../../src/generator/compression-dictionaries/compress-with-dictionary.ts';
import { buildManifest } from '../../../src/generator/files/assemble-manifest.ts';
import { compress } from '../../../src/generator/files/compress.ts';
import { headerRules } from '../../../src/generator/files/header-rules.ts';
import { readPageFacts } from '../../../src/generator/pages/page-facts.ts';
import { dictionaryHeaders } from '../../../src/output/compression-dictionaries.ts';
import { isText } from '../../../src/output/content-encodings.ts';
import type { ManifestEdition } from '../../../src/output/manifest.ts';
import { contentTime } from '../../../src/output/mtime-from-hash.ts';
import { readHtml } from '../../../src/shared/text/read-html.ts';
import { hashOf, publish } from './dist-copies.ts';

/** Path of the compression dictionary of an edition. */
export const DICTIONARY_FILE = '_astro/compression-dictionary.0a1b2c3d.dictionary';

/** Files of an edition by path below its root. Equally long language tags give equally long files. */
const filesOf = (host: string, lang: string, colour: string): Record<string, string> => ({
  ...Object.fromEntries(
    ['index', 'rules', 'contacts', 'chat', 'blog', 'blog/first', 'auth/registration', '404'].map((page) => [
      `${page}.html`,
      `<!doctype html><html lang="${lang}"><head><title>${page}</title><style>body{color:${colour}}</style></head>${`<p>${lang} of ${host}</p>`.repeat(20)}</html>`,
    ]),
  ),
  'robots.txt': `# ${lang} of ${host}\n`.repeat(9),
  'app.webmanifest': `{"lang":"${lang}"}\n`,
  'notifications.js': `// ${host}\n`,
  'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${host} --></svg>`,
  '_astro/rules.7a8b9c.speculationrules': '{"prerender":[]}\n',
  '.well-known/security.txt': `Preferred-Languages: ${lang}\n`,
  [`assets/i18n/${lang}.json`]: `{"lang":"${lang}"}\n`,
  '_astro/island.1a2b3c.js': '/* script */\n'.repeat(40),
  '_astro/art.4d5e6f.avif': 'picture'.repeat(40),
});

/**
 * Builds a site that holds each kind of file once.
 * @param hosts languages by host, the first of them its default
 * @param colours CSS colour of the pages by host, which their content security policy depends on
 * @param withDictionaries hosts that have compression dictionaries
 * @returns its folder, as `dist/`
 */
export function smallDist(
  hosts: Record<string, string[]>,
  colours: Record<string, string> = {},
  withDictionaries: string[] = [],
): string {
  const site = mkdtempSync(join(tmpdir(), 'dist-'));
  const editions = Object.entries(hosts).flatMap(([host, languages]) =>
    languages.map((lang, index) => writeEdition(site, host, lang, index === 0, colours[host] ?? 'red')),
  );
  for (const edition of editions) if (withDictionaries.includes(edition.host)) addDictionary(site, edition);
  publish(site, buildManifest(editions, undefined));
  return site;
}

function writeEdition(site: string, host: string, lang: string, isDefault: boolean, colour: string): ManifestEdition {
  const root = `${host}/${lang}`;
  const texts = filesOf(host, lang, colour);
  const files: ManifestEdition['files'] = {};
  for (const [file, text] of Object.entries(texts)) writeForms(site, { root, files }, file, Buffer.from(text));
  const pages = Object.entries(texts).filter(([file]) => file.endsWith('.html'));
  const headers = headerRules(
    pages.map(([file, html]) => readPageFacts(file, readHtml(html))),
    { days: 30, includeSubDomains: false, preload: false },
    undefined,
  );
  return {
    host,
    lang,
    brand: 'plain',
    root,
    default: isDefault,
    closed: false,
    headers,
    files,
    kept: {},
    nextBuild: null,
  };
}

type Root = Pick<ManifestEdition, 'root' | 'files'>;

function addDictionary(site: string, edition: ManifestEdition): void {
  const dictionary = readFileSync(join(site, edition.root, 'rules.html'));
  for (const page of Object.keys(edition.files).filter((file) => file.endsWith('.html'))) {
    const content = readFileSync(join(site, edition.root, page));
    writeOne(site, edition, `${page}.dcz`, compressWithDictionary(content, dictionary, hashOf(dictionary)));
  }
  writeForms(site, edition, DICTIONARY_FILE, dictionary);
  edition.dictionary = DICTIONARY_FILE;
  edition.headers.push(...dictionaryHeaders(DICTIONARY_FILE));
}

/** Writes a file and its compressed forms. */
function writeForms(site: string, edition: Root, file: string, content: Buffer): void {
  writeOne(site, edition, file, content);
  if (!isText(file)) return;
  const { br, gz } = compress(content, 'fast');
  writeOne(site, edition, `${file}.br`, br);
  writeOne(site, edition, `${file}.gz`, gz);
}

function writeOne(site: string, { root, files }: Root, file: string, content: Buffer): void {
  const sha256 = hashOf(content);
  const path = join(site, root, file);
  mkdirSync(dirname(path), { recursive: true });
  // Do not use the build's `writeContent`: it links to an equal file of an earlier site.
  writeFileSync(path, content);
  utimesSync(path, contentTime(sha256), contentTime(sha256));
  files[file] = { sha256, bytes: content.length };
}
