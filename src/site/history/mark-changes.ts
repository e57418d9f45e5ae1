import type { HastNode } from 'satteri';

import { cachedBy } from '../../shared/cached-by.ts';
import { changesRoute, routes } from '../editions/routes.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';
import { directionOf, foreignDirection, formatDay } from '../i18n/site-language.ts';
import type { TranslationKey } from '../i18n/translator.ts';
import type { Mark } from '../markdown/mark-blocks.ts';
import { factsOf, markedHtml } from '../markdown/parse.ts';
import type { Source } from '../site-folder.ts';
import { titleOfVersion } from './block-titles.ts';
import type { Version } from './block-versions.ts';
import type { BlockMark, DocumentOnDay } from './document-on-day.ts';
import type { VersionedDocument } from './versioned-documents.ts';

/** The translations that {@link markedText} uses. */
export const MARK_WORDS = [
  'document.addedOn',
  'document.changedOn',
  'document.changesOn',
  'document.endsOn',
  'document.inForceSince',
  'document.startsOn',
] as const satisfies TranslationKey[];

/** A document as it is in force, with the days of recent and coming changes, and unfilled placeholders. */
export const markedText = cachedBy(({ file, source, marks }: DocumentOnDay) => {
  const { ids, links } = factsOf(source);
  const shownMarks = marks.map((mark) => toMark(file, mark));
  return {
    html: markedHtml(source, shownMarks),
    ids: [...ids, ...marks.flatMap(({ id, isAhead }) => (isAhead ? [id] : []))],
    links: [
      ...links,
      ...marks.flatMap(({ id, recent, coming }) => shown(recent, coming).map(() => changeOf(file, id))),
    ],
  };
});

/** A block that is not in force yet is only announced, in its place. */
function toMark(source: Source, { id, recent, coming, isAhead, follows, foreign }: BlockMark): Mark {
  const { folder, lang } = source;
  const dir = foreignDirection(folder, lang, foreign);
  // The lines stand in the block.
  const own = { ...(foreign && { lang }), ...(dir && { dir: directionOf(folder, lang) }) };
  const lines = shown(recent, coming).map((version) =>
    lineOf(source, id, version, version === coming ? wordOf(version) : recentWordOf(version), own),
  );
  return { id, lines, isAhead, follows, lang: foreign, dir };
}

/** A block that was removed is on no page. */
const shown = (recent: Version | undefined, coming: Version | undefined): Version[] => [
  ...(recent && recent.type !== 'removed' ? [recent] : []),
  ...(coming ? [coming] : []),
];

function lineOf(source: Source, id: string, version: Version, word: MarkWord, own: object): HastNode {
  const t = lightTranslatorOf(source.folder, source.lang);
  const values = {
    date: formatDay(source.folder, source.lang, version.inForce),
    text: titleOfVersion(source, id, version),
  };
  const text: HastNode = { type: 'text', value: t(word, values) };
  const href = changeOf(source, id);
  const link: HastNode = { type: 'element', tagName: 'a', properties: { href }, children: [text] };
  const properties = { className: ['change'], ...own };
  return { type: 'element', tagName: 'p', properties, children: [link] };
}

/** Address of the changes of a block. */
const changeOf = ({ name }: Source, id: string): string =>
  `${routes[changesRoute(name as VersionedDocument)].path}#${id}`;

type MarkWord = (typeof MARK_WORDS)[number];

const wordOf = ({ type }: Version): MarkWord =>
  type === 'added' ? 'document.startsOn' : type === 'removed' ? 'document.endsOn' : 'document.changesOn';

/** A reader of the page saw the change on its day in force. */
const recentWordOf = ({ type, change, inForce }: Version): MarkWord =>
  change.day !== inForce ? 'document.inForceSince' : type === 'added' ? 'document.addedOn' : 'document.changedOn';
