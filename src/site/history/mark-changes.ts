import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import { changesRoute, routes } from '../editions/routes.ts';
import { formatDay } from '../i18n/language-facts.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';
import type { TranslationKey } from '../i18n/translator.ts';
import { parseDocumentFile } from '../markdown/parse.ts';
import type { Source } from '../site-folder.ts';
import { titleOfVersion } from './block-titles.ts';
import type { Version } from './block-versions.ts';
import type { BlockMark, DocumentOnDay } from './document-on-day.ts';
import type { VersionedDocument } from './versioned-documents.ts';

/** The translations that {@link markedHtml} uses. */
export const MARK_WORDS = [
  'document.addedOn',
  'document.changedOn',
  'document.changesOn',
  'document.endsOn',
  'document.inForceSince',
  'document.startsOn',
] as const satisfies TranslationKey[];

/** HTML of a document as it is in force, with the days of recent and coming changes, and unfilled placeholders. */
export const markedHtml = cachedBy(({ file, source, marks }: DocumentOnDay): string =>
  marks.reduce((html, mark) => markBlock(html, file, mark), parseDocumentFile(source).html),
);

function markBlock(html: string, source: Source, mark: BlockMark): string {
  const { id, recent, coming, isAhead, foreign, follows } = mark;
  if (isAhead) {
    const start = required(coming, `start of ${id}`);
    return insertAhead(html, source, id, follows, lineOf(source, id, start, wordOf(start)));
  }
  const lang = foreign && source.lang;
  const lines = [
    ...(recent && recent.type !== 'removed' ? [lineOf(source, id, recent, recentWordOf(recent), lang)] : []),
    ...(coming ? [lineOf(source, id, coming, wordOf(coming), lang)] : []),
  ].join('');
  const { start, end } = placeOf(html, source, id);
  const block = foreign ? markLanguage(foreign, html.slice(start, end)) : html.slice(start, end);
  const place = source.name === 'rules' ? block.length : block.indexOf('</h2>') + '</h2>'.length;
  return html.slice(0, start) + block.slice(0, place) + lines + block.slice(place) + html.slice(end);
}

/** A block that is not in force yet is only announced, in its place. */
function insertAhead(html: string, source: Source, id: string, follows: string | undefined, line: string): string {
  const isRule = source.name === 'rules';
  const first = html.search(isRule ? /<li[ >]/ : /<h2[ >]/);
  const end = follows === undefined ? first : placeOf(html, source, follows).end;
  // A rule ends with its closing tag.
  const place = follows !== undefined && isRule ? end + '</li>'.length : end;
  const element = isRule
    ? `<li class="coming" id="${id}">${line}</li>`
    : `<div class="coming" id="${id}">${line}</div>`;
  return `${html.slice(0, place)}${element}\n${html.slice(place)}`;
}

/** Where a rule or section stands in HTML: a rule up to its closing tag, a section up to the next. */
function placeOf(html: string, source: Source, id: string): { start: number; end: number } {
  const start = html.search(new RegExp(`<(?:li|h2|div)(?: class="coming")? id="${id}"`));
  const end = source.name === 'rules' ? html.indexOf('</li>', start) : html.slice(start + 1).search(/<h2[ >]/);
  if (source.name === 'rules') return { start, end };
  return { start, end: end < 0 ? html.length : start + 1 + end };
}

const markLanguage = (lang: string, html: string): string =>
  html.replaceAll(/<(?:li|h[2-6]|p|ul|ol|blockquote|div)(?=[ >])/g, (tag) => `${tag} lang="${lang}"`);

function lineOf(source: Source, id: string, version: Version, word: MarkWord, lang?: string): string {
  const t = lightTranslatorOf(source.folder, source.lang);
  const values = { date: formatDay(source.lang, version.inForce), text: titleOfVersion(source, id, version) };
  const { path } = routes[changesRoute(source.name as VersionedDocument)];
  return `<p class="change"${lang ? ` lang="${lang}"` : ''}><a href="${path}#${id}">${escapeHtml(t(word, values))}</a></p>`;
}

type MarkWord = (typeof MARK_WORDS)[number];

const wordOf = ({ type }: Version): MarkWord =>
  type === 'added' ? 'document.startsOn' : type === 'removed' ? 'document.endsOn' : 'document.changesOn';

/** A reader of the page saw the change on its day in force. */
const recentWordOf = ({ type, change, inForce }: Version): MarkWord =>
  change.day !== inForce ? 'document.inForceSince' : type === 'added' ? 'document.addedOn' : 'document.changedOn';
