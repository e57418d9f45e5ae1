import { load } from 'cheerio';

import { actions } from '../../contract/api-paths.ts';
import { SESSIONS_ID } from '../../contract/element-ids.ts';
import type { Account } from '../../contract/response-schemas.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import { statementSections } from './statement-sections.ts';

/** Fills the list of sessions, each with a form that ends it, and the decisions about the user into the built account page. */
export function fillSessions(html: string, account: Account, edition: Edition): string {
  const { sessions } = account;
  const { lang, site } = edition;
  const $ = load(html);
  const t = lightTranslatorOf(site.folder, lang);
  const days = new Intl.DateTimeFormat(localeOf(site.folder, lang), { dateStyle: 'long', timeZone: 'UTC' });
  const list = $('<ul class="sessions">');
  for (const { id, host, device, since, current } of sessions) {
    const facts = [host, t('account.since', { date: days.format(new Date(since)) })].join(', ');
    const item = $('<li>').append($('<p>').append($('<strong>').text(device), $('<span class="hint">').text(facts)));
    const end = $(`<form method="post" action="${actions.endSession}">`).append(
      $('<input type="hidden" name="session">').attr('value', id),
      $('<button class="button quiet" type="submit">')
        .attr('aria-label', t('account.endSession', { device }))
        .text(t('account.end')),
    );
    list.append(item.append(current ? $('<p class="current">').text(t('account.current')) : end));
  }
  const place = $(`#${SESSIONS_ID}`);
  // The request came without JavaScript: the island must not hydrate over the list.
  place.closest('astro-island').each((_, island) => void $(island).replaceWith($(island).contents()));
  const filled = $(`#${SESSIONS_ID}`);
  filled.closest('section').before(statementSections(account, edition));
  filled.replaceWith(list);
  return $.html();
}
