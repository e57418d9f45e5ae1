import { required } from '../shared/required.ts';
import { escapeHtml } from '../shared/text/escape-html.ts';
import { documentSource, fillPlaceholders } from './content.ts';
import type { Edition } from './editions/editions.ts';
import { routes } from './editions/routes.ts';
import { linkTo } from './editions/urls.ts';
import type { Version } from './history/block-versions.ts';
import { changesOfDocument } from './history/changes-of-document.ts';
import type { VersionedDocument } from './history/versioned-documents.ts';
import { lightTranslatorOf } from './i18n/light-translator-of.ts';
import { foreignDirection, formatDay } from './i18n/site-language.ts';
import type { TranslationKey } from './i18n/translator.ts';

/** Data of the page of a document's changes. */
export interface ChangesTexts {
  /** Newest first. */
  changes: ChangeTexts[];
}

export interface ChangeTexts {
  /** Id of this version, such as `adults-only_2`. */
  id: string;
  /** Id of the block, at its newest change: `/rules/changes#adults-only`. */
  anchor?: string | undefined;
  title: string;
  /** Link to the block, where the document has it. */
  href?: string | undefined;
  /** Day of the change, such as 2026-11-21. */
  day: string;
  /** Day and kind of the change, as readers write it. */
  when: string;
  note: string;
  /** Language of the note, where it is not the page's. */
  noteLang?: string | undefined;
  /** Direction of the note, where it is not the page's. */
  noteDir?: string | undefined;
  /** HTML with the words that differ. */
  difference: string;
  differenceLang?: string | undefined;
  differenceDir?: string | undefined;
  isComing: boolean;
}

/** The translations that {@link changesTexts} uses. */
export const CHANGE_WORDS = [
  'versions.added',
  'versions.changed',
  'versions.removed',
  'versions.inForce',
] as const satisfies TranslationKey[];

/** The changes of a document of an edition, as its page shows them. */
export function changesTexts(edition: Edition, name: VersionedDocument): ChangesTexts {
  const changes = changesOfDocument(required(documentSource(edition, name), name));
  return {
    changes: changes.map(({ id, version, isNewest, hasBlock, inForce, title, note, difference, ...change }) => ({
      id: `${id}_${version}`,
      anchor: isNewest ? id : undefined,
      title: fillPlaceholders(title, edition),
      href: hasBlock ? linkTo(edition, `${routes[name].path}#${id}`) : undefined,
      day: change.change.day,
      when: dayOfChange(edition, { ...change, inForce }),
      note: fillPlaceholders(note.text, edition),
      noteLang: note.foreign,
      noteDir: foreignDirection(edition.site.folder, edition.lang, note.foreign),
      difference: fillPlaceholders(difference.text, edition, escapeHtml),
      differenceLang: difference.foreign,
      differenceDir: foreignDirection(edition.site.folder, edition.lang, difference.foreign),
      isComing: inForce > edition.site.day,
    })),
  };
}

/** @example 'Changed on 2 November 2026, in force from 2 December 2026' */
function dayOfChange({ site, lang }: Edition, { type, change, inForce }: Omit<Version, 'version' | 'after'>): string {
  const t = lightTranslatorOf(site.folder, lang);
  const changed = t(`versions.${type}`, { date: formatDay(site.folder, lang, change.day) });
  return change.day === inForce
    ? changed
    : `${changed}, ${t('versions.inForce', { date: formatDay(site.folder, lang, inForce) })}`;
}

/** The ids on the page. Links of the texts are shown as text. */
export const anchorsOfChanges = ({ changes }: ChangesTexts): { ids: string[]; links: string[] } => ({
  ids: changes.flatMap(({ id, anchor }) => [id, ...(anchor ? [anchor] : [])]),
  links: [],
});
