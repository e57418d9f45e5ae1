import { hash } from 'node:crypto';

import type { Output } from '../../output/folders.ts';
import type { RuleChange, RuleChangeList, RuleChangesFile } from '../../output/rule-changes.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import { daysAfter } from '../../shared/today.ts';
import { documentSource, fillPlaceholders } from '../../site/content.ts';
import { type Edition, rootOf, type Site } from '../../site/editions/editions.ts';
import { titleOfVersion, titlesOf } from '../../site/history/block-titles.ts';
import { inLanguage, type Version, versionOn, versionsOf } from '../../site/history/block-versions.ts';
import { documentOn } from '../../site/history/document-on-day.ts';
import { type BlockHistory, historiesOf } from '../../site/history/read-history.ts';
import { reportRulesOf } from '../../site/history/report-rules.ts';
import { type VersionedDocument, versionedDocuments } from '../../site/history/versioned-documents.ts';
import type { Source } from '../../site/site-folder.ts';
import { readSealedCache, writeSealedCache } from './sealed-cache.ts';

/** Accounts are not told of older changes. */
const TOLD_DAYS = 400;

/** Lists by the digest of their inputs. */
type Cache = Record<string, RuleChangeList>;

/**
 * The text of `dist/publish/rule-changes.json`. Lists whose inputs are those of the last build come from its cache, because titles need
 * texts to be parsed. Editions with the same list share it.
 * @param code digest of the program
 */
export function formatRuleChanges({ cache }: Output, site: Site, code: string): string {
  const cacheFile = `${cache}/rule-changes.json`;
  const last = readSealedCache<Cache>(cacheFile, code) ?? {};
  const lists: Cache = {};
  const numbers = new Map<string, number>();
  const numberOf = (edition: Edition): number => {
    const sources = versionedDocuments.flatMap((name) => documentSource(edition, name) ?? []);
    const key = inputOf(site, sources);
    lists[key] ??= last[key] ?? listOf(site, sources);
    const text = fillPlaceholders(JSON.stringify(lists[key]), edition);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const file: RuleChangesFile = {
    version: 1,
    editions: Object.fromEntries(site.editions.map((edition) => [rootOf(edition), numberOf(edition)])),
    lists: [...numbers.keys()].map((text) => JSON.parse(text) as RuleChangeList),
  };
  if (Object.keys(lists).some((key) => !last[key]) || Object.keys(last).length > Object.keys(lists).length)
    writeSealedCache(cacheFile, code, lists);
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Digest of what a list is made of. Of the day, only versions and changes on it count. */
function inputOf({ folder, day }: Site, sources: Source[]): string {
  const parts = sources.map((source) => [
    source.file,
    source.sha256,
    folder.sourceLanguageOf(source.scope),
    historiesOf(source).map((history) => [
      history.file,
      history.sha256,
      versionOn(history.changes, day) ?? null,
      toldVersions(history, day).length,
    ]),
  ]);
  return hash('sha256', JSON.stringify([parts, reportRulesOf(folder)]));
}

/** The list for editions of these documents, with unfilled placeholders. */
function listOf({ folder, day }: Site, sources: Source[]): RuleChangeList {
  const list: RuleChangeList = { blocks: {}, reasons: {}, changes: [] };
  for (const source of sources) {
    const titles = titlesOf(documentOn(source, day).source);
    const histories = historiesOf(source);
    const versions = new Map(histories.map(({ id, changes }) => [id, versionOn(changes, day)]));
    const add = (id: string): void => {
      // A rule that is not in force has no title.
      const [title, version = 1] = [titles.get(id), versions.get(id)];
      if (title !== undefined) list.blocks[`${source.name}#${id}`] = { version, title };
    };
    for (const { id } of histories) add(id);
    if (source.name === 'rules') {
      // Decisions of moderators can refer to each.
      for (const id of titles.keys()) add(id);
      for (const [reason, rule] of Object.entries(reportRulesOf(folder))) {
        const block = list.blocks[`rules#${rule}`];
        if (block) list.reasons[reason] = { rule, ...block };
      }
    }
    list.changes.push(...histories.flatMap((history) => changesOf(source, history, day)));
  }
  list.changes.sort((a, b) => compareTexts(a.inForce, b.inForce) || compareTexts(a.day, b.day));
  return list;
}

const toldVersions = ({ changes }: BlockHistory, day: string): Version[] =>
  versionsOf(changes).filter(({ inForce }) => daysAfter(inForce, TOLD_DAYS) > day);

const changesOf = (source: Source, history: BlockHistory, day: string): RuleChange[] =>
  toldVersions(history, day).map((version) => ({
    document: source.name as VersionedDocument,
    id: history.id,
    version: version.version,
    day: version.change.day,
    inForce: version.inForce,
    important: version.change.important ?? false,
    title: titleOfVersion(source, history.id, version),
    note: inLanguage(version.change.note, source).text,
  }));
