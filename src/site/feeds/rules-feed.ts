import { compareTexts } from '../../shared/compare-texts.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import type { ChangeTexts } from '../changes-page-texts.ts';
import type { Edition } from '../editions/editions.ts';
import { changesRoute, feedPaths, routes } from '../editions/routes.ts';
import { hostUrl, linkTo } from '../editions/urls.ts';
import { feedTitle } from '../head/head.ts';
import { type VersionedDocument, versionedDocuments } from '../history/versioned-documents.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PageView } from '../pages/page-view.ts';
import { atomFeed, type FeedEntry } from './atom.ts';
import { feedFacts, lastDay, permanentId } from './feed-facts.ts';

/** Newest changes in a feed. */
const MAX_CHANGES = 50;

/** The feed of changes of the rules and the privacy policy. */
export function rulesFeed(page: PageView, t: Translate): string {
  const { edition } = page;
  const entries = versionedDocuments
    .flatMap((name) => page.changes(name).changes.map((change) => entryOf(edition, name, change)))
    .toSorted((a, b) => compareTexts(b.updated, a.updated))
    .slice(0, MAX_CHANGES);
  return atomFeed({
    ...feedFacts(page, feedPaths.rules, routes.rules_changes.path),
    title: feedTitle(t('versions.feed'), edition, t),
    entries,
    // Atom wants a day of a feed without entries, too.
    updated: lastDay(entries) ?? page.document('rules').updated,
  });
}

function entryOf(edition: Edition, name: VersionedDocument, change: ChangeTexts): FeedEntry {
  const path = `${routes[changesRoute(name)].path}#${change.id}`;
  return {
    id: permanentId(edition, path),
    title: `${change.title}: ${change.note}`,
    url: hostUrl(edition, linkTo(edition, path)),
    published: change.day,
    updated: change.day,
    html: [
      `<p${langOf(change.noteLang, change.noteDir)}>${escapeHtml(change.note)}</p>`,
      `<p>${escapeHtml(change.when)}</p>`,
      `<div${langOf(change.differenceLang, change.differenceDir)}>${change.difference}</div>`,
    ].join('\n'),
  };
}

const langOf = (lang: string | undefined, dir: string | undefined): string =>
  (lang ? ` lang="${lang}"` : '') + (dir ? ` dir="${dir}"` : '');
