import { hash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { slug } from 'github-slugger';

import { languagesOf } from '../../src/check/configured-content.ts';
import { readTranslations, wordsLanguageOf } from '../../src/check/translations/read-translations.ts';
import { acceptTranslations, lockFileOf } from '../../src/check/translations/translations-lock.ts';
import { required } from '../../src/shared/required.ts';
import type { Site } from '../../src/site/editions/editions.ts';
import { type Block, blockNameOf, blocksOf } from '../../src/site/markdown/blocks.ts';
import type { SiteFolder, Source } from '../../src/site/site-folder.ts';

/**
 * Converts texts of version 1.0.0.
 * @returns lines of a report
 */
export function migrateContent({ folder, editions }: Site): string[] {
  const { texts } = folder.contents;
  const lockFile = lockFileOf(folder);
  // The record has hashes of whole texts, which the ids change.
  const accepted = acceptedInVersion1(folder, texts);
  const report = texts.filter(blockNameOf).flatMap((source) => addIds(source, texts));
  const anchors = formerAnchors(folder);
  for (const source of texts) leadLinksToIds(source, anchors);
  if (accepted) {
    rmSync(lockFile, { force: true });
    acceptTranslations(folder, accepted, languagesOf(editions));
    report.push(`${lockFile} goes by block now.`);
  }
  return report.length ? report : ['Everything is up to date.'];
}

/** Adds the missing ids of a text: those of its original, else the words of the titles of that. */
function addIds(source: Source, texts: Source[]): string[] {
  const blocks = namedBlocks(source);
  if (blocks.every(({ id }) => id)) return [];
  const { file, name, scope } = source;
  const models = texts.filter(
    (text) => text.kind === 'document' && text.name === name && text.lang === text.folder.sourceLanguageOf(text.scope),
  );
  const model = models.find((text) => text.scope === scope) ?? models.find((text) => text.scope === 'shared');
  const ids = namedBlocks(model ?? source).map(({ id, text }) => id ?? slug(titleOf(text)));
  if (ids.length !== blocks.length)
    return [`${file} has ${blocks.length} ${blockNameOf(source)}s instead of ${ids.length}: give them ids by hand.`];
  const lines = source.text.split('\n');
  for (const [index, { id, line, text }] of blocks.entries()) {
    // A rule ends with its id, a section begins with it.
    const row = line - 1 + (blockNameOf(source) === 'rule' ? text.split('\n').length - 1 : 0);
    if (!id) lines[row] = `${required(lines[row], `line of "${text}"`).trimEnd()} {#${ids[index]}}`;
  }
  writeFileSync(file, lines.join('\n'));
  if (source === model && scope === 'shared' && name === 'rules') {
    const anchors = Object.fromEntries(ids.map((id, index) => [`rule-${index + 1}`, id]));
    writeFileSync(anchorsFileOf(source.folder), `${JSON.stringify({ rules: anchors }, null, 2)}\n`);
  }
  return [`${file}: ${ids.length} ids.`];
}

const namedBlocks = (source: Source): Block[] => blocksOf(source).filter(({ type }) => type === 'named');

/** The bold beginning of a rule, the heading of a section, else the first words. */
const titleOf = (text: string): string =>
  /^(?:\*\*(.+?)\*\*|##\s+(.+))/.exec(text)?.slice(1).find(Boolean)?.replaceAll(/[*_`]/g, '') ??
  text.split(/\s+/).slice(0, 5).join(' ');

type Anchors = Record<string, Record<string, string>>;

const anchorsFileOf = (folder: SiteFolder): string => folder.pathOf('former-anchors.json');

function formerAnchors(folder: SiteFolder): Anchors {
  const file = anchorsFileOf(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Anchors) : {};
}

/** Replaces numbers of rules in links. */
function leadLinksToIds({ file, kind, name }: Source, { rules = {} }: Anchors): void {
  const text = readFileSync(file, 'utf8');
  const links = kind === 'document' && name === 'rules' ? /(?<=#)rule-\d+\b/g : /(?<=\/rules#)rule-\d+\b/g;
  const changed = text.replace(links, (former) => rules[former] ?? former);
  if (changed !== text) writeFileSync(file, changed);
}

/** Translations that the record of version 1 has as accepted; undefined where there is no such record. */
function acceptedInVersion1(folder: SiteFolder, texts: Source[]): string[] | undefined {
  const lockFile = lockFileOf(folder);
  if (!existsSync(lockFile)) return undefined;
  const record = JSON.parse(readFileSync(lockFile, 'utf8')) as Record<string, unknown>;
  if ('accepted' in record) return undefined;
  const words = readTranslations(folder, wordsLanguageOf(folder)).translations;
  const known = new Map(texts.map(({ file, text }) => [file, text]));
  return Object.entries(record).flatMap(([name, accepted]) => {
    const [file, key] = name.split('#') as [string, string | undefined];
    const source = texts.find((text) => text.file === file);
    const now = key
      ? words.get(key)?.text
      : source &&
        known.get(folder.pathFor(source.kind, source.scope, folder.sourceLanguageOf(source.scope), source.name));
    return now !== undefined && hash('sha256', now).slice(0, 12) === accepted ? [name] : [];
  });
}
