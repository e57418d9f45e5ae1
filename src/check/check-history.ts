import { REPORT_REASONS } from '../contract/moderation/report-reasons.ts';
import { readFile } from '../shared/files/read-file.ts';
import { dayAfter } from '../shared/today.ts';
import { type Diagnostic, mistakeOf } from '../shared/user-error.ts';
import type { Site } from '../site/editions/editions.ts';
import { type BlockHistory, historiesIn } from '../site/history/read-history.ts';
import { reportRulesFile, reportRulesOf } from '../site/history/report-rules.ts';
import { isVersioned, versionedDocuments } from '../site/history/versioned-documents.ts';
import type { SiteFolder, Source } from '../site/site-folder.ts';
import { checkText } from './check-authored-texts.ts';
import { causeOf } from './check-blocks.ts';
import { checkUrls } from './check-links.ts';
import type { Inspect } from './inspect-content-file.ts';

/** Reports errors in histories of blocks: of each file, and of files that do not fit their document. */
export function checkHistory(site: Site, sources: Source[], inspect: Inspect): Diagnostic[] {
  const { editions, folder, day } = site;
  const { histories, strays } = historiesIn(folder);
  const scopes = new Set(['shared', ...editions.flatMap(({ host, brand }) => [brand.id, host])]);
  return [
    ...mistakeOf(
      strays,
      'no history is looked for here',
      'Move it to history/<shared, brand or host>/<rules or privacy_policy>/<id>.yaml',
    ),
    ...histories.flatMap((history) => [
      ...history.diagnostics,
      ...checkPlace(history, scopes, sources, inspect, folder),
      ...checkNotes(history, folder),
      ...checkFutureDays(history, day),
      ...checkTextsBefore(history, site),
    ]),
    ...checkReportRules(folder, sources, inspect),
  ];
}

/** Reports a history whose document is unknown, lacks the block, or still has it after its removal. */
function checkPlace(
  history: BlockHistory,
  scopes: Set<string>,
  sources: Source[],
  inspect: Inspect,
  folder: SiteFolder,
): Diagnostic[] {
  const { scope, document, id, file, changes, lineOf } = history;
  const mistake = (message: string, hint: string): Diagnostic[] => mistakeOf([file], message, hint);
  if (!scopes.has(scope)) return mistake(`"${scope}" is no brand and no host`, 'Correct the name of the folder');
  if (!isVersioned(document))
    return mistake(`the blocks of "${document}" have no history`, `Name the folder ${versionedDocuments.join(' or ')}`);
  const texts = sources.filter(
    (source) => source.kind === 'document' && source.scope === scope && source.name === document,
  );
  const text = texts.find(({ lang }) => lang === folder.sourceLanguageOf(scope)) ?? texts[0];
  if (!text)
    return mistake(`there is no document "${document}" of ${scope}`, 'Remove the history, or write the document');
  const { blocks } = inspect(text);
  const last = changes.length - 1;
  const isRemoved = changes[last]?.removed;
  // Other checks report a document that cannot be read.
  if (!changes.length || !blocks.length || blocks.includes(id) === !isRemoved) return [];
  if (!isRemoved)
    return mistake(
      `${text.file} has no "${id}"`,
      'Correct the name of this file, or add a last change with removed: true',
    ).map((diagnostic) => ({ ...diagnostic, cause: causeOf(text, id) }));
  const message = `${text.file} still has "${id}"`;
  return [{ file, line: lineOf([last, 'removed']), message, hint: 'Remove it there, or remove this change' }];
}

/** Reports notes without a sentence in the source language, which stands in for others. */
function checkNotes({ scope, file, changes, lineOf }: BlockHistory, folder: SiteFolder): Diagnostic[] {
  const source = folder.sourceLanguageOf(scope);
  return changes.flatMap(({ note }, index) => {
    if (note[source] !== undefined) return [];
    const message = `note has no text in "${source}", the source language`;
    return [{ file, line: lineOf([index, 'note']), message, hint: `Add ${source}` }];
  });
}

/** Reports changes of days to come. Tomorrow is allowed, because it has begun east of Greenwich. */
const checkFutureDays = ({ file, changes, lineOf }: BlockHistory, day: string): Diagnostic[] =>
  changes.flatMap((change, index) => {
    if (change.day <= dayAfter(day)) return [];
    const message = `day is ${change.day}, and today is ${day}`;
    const hint = 'Write the day of the change, and the day from which it holds as inForce';
    return [{ file, line: lineOf([index, 'day']), message, hint }];
  });

/** Checks texts as they were before changes, which pages show until the change is in force, as texts of documents. */
const checkTextsBefore = (history: BlockHistory, { editions, folder }: Site): Diagnostic[] =>
  history.changes.flatMap(({ before = {} }, index) =>
    Object.entries(before).flatMap(([lang, text]) => {
      const line = history.lineOf([index, 'before', lang]);
      const source = asDocument(folder, history, lang, text);
      const found = [...checkText(source), ...editions.slice(0, 1).flatMap((edition) => checkUrls(source, edition))];
      return found.map((diagnostic) => ({ ...diagnostic, line }));
    }),
  );

const DESCRIPTION = 'A description that is long enough for the front matter of a text.';

/** A document with a block only. */
function asDocument(
  folder: SiteFolder,
  { scope, document, id, file }: BlockHistory,
  lang: string,
  block: string,
): Source {
  const [first = '', ...rest] = block.split('\n');
  const body = document === 'rules' ? `1. ${block} {#${id}}` : [`${first} {#${id}}`, ...rest].join('\n');
  const text = `---\ndescription: ${DESCRIPTION}\nupdated: 2026-01-01\n---\n\n${body}\n`;
  return { kind: 'document', scope, lang, name: document, file, folder, text, diagnostics: [], sha256: '' };
}

/** Changes without a note or a text in a language of their readers, who see those of the source language instead. That stops no build. */
export const missingLanguages = ({ editions, folder }: Site): Diagnostic[] =>
  historiesIn(folder).histories.flatMap(({ scope, file, changes, lineOf }) => {
    const readers = editions.filter(({ host, brand }) => ['shared', brand.id, host].includes(scope));
    const languages = [...new Set(readers.map(({ lang }) => lang))];
    return changes.flatMap(({ day, note, before }, index) =>
      Object.entries({ note, before }).flatMap(([field, texts]) => {
        const missing = languages.filter((lang) => texts && texts[lang] === undefined);
        if (!missing.length) return [];
        const message = `the change of ${day} has no ${field} in ${missing.join(', ')}`;
        return [
          {
            file,
            line: lineOf([index, field]),
            message,
            hint: 'Add it; until then readers see that of the source language',
          },
        ];
      }),
    );
  });

/** Reports reasons and rules that do not exist. */
function checkReportRules(folder: SiteFolder, sources: Source[], inspect: Inspect): Diagnostic[] {
  const rules = sources.filter(({ kind, name }) => kind === 'document' && name === 'rules');
  const ids = new Set(rules.flatMap((source) => inspect(source).blocks));
  return Object.entries(reportRulesOf(folder)).flatMap(([reason, rule]): Diagnostic[] => {
    const file = reportRulesFile(folder);
    const line = lineWith(file, JSON.stringify(reason));
    if (!REPORT_REASONS.some((known) => known === reason))
      return [
        { file, line, message: `"${reason}" is no reason of a report`, hint: `Use ${REPORT_REASONS.join(', ')}` },
      ];
    if (ids.has(rule) || !ids.size) return [];
    const message = `no rules have the rule "${rule}", to which "${reason}" refers`;
    return [{ file, line, message, hint: 'Write the id of a rule' }];
  });
}

const lineWith = (file: string, part: string): number =>
  Math.max(
    0,
    readFile(file)
      .toString()
      .split('\n')
      .findIndex((row) => row.includes(part)),
  ) + 1;
