import { actions } from '../../contract/api-paths.ts';
import {
  actOf,
  appealStateOf,
  basisOf,
  canAppeal,
  isOverturned,
  type WriteMoment,
} from '../../contract/moderation/describe-statement.ts';
import { APPEAL_MAX } from '../../contract/moderation/protocol.ts';
import type { OwnReport, Statement } from '../../contract/moderation/statement.ts';
import type { Account } from '../../contract/response-schemas.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import type { Translate, TranslationKey } from '../../site/i18n/translator.ts';

/** Decisions about a user, with plain forms to confirm and to appeal them, and the user's reports, as sections of the account page. */
export function statementSections({ decisions, reports }: Account, edition: Edition): string {
  const { lang, site } = edition;
  const t = lightTranslatorOf(site.folder, lang);
  const format = new Intl.DateTimeFormat(localeOf(site.folder, lang), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const write: WriteMoment = (at) => `${format.format(new Date(at))} UTC`;
  return [
    ...(decisions ?? []).map((statement) => statementSection(statement, edition, t, write)),
    ...(reports ? [reportSection(reports, t, write)] : []),
  ].join('');
}

function statementSection(statement: Statement, edition: Edition, t: Translate, write: WriteMoment): string {
  const { id, facts, rule, removed, undone, appeal, read, appealUntil } = statement;
  const hidden = `<input type="hidden" name="decision" value="${id}"><input type="hidden" name="lang" value="${edition.lang}">`;
  const parts = [
    `<h3>${escapeHtml(actOf(statement, t, write))}</h3>`,
    undone &&
      line(`${t('decisions.undone', { date: write(undone.at) })} ${isOverturned(statement) ? '' : undone.note}`),
    line(basisOf(statement, t, write)),
    line(facts),
    rule && `<p><a href="${escapeHtml(linkTo(edition, rule.path))}">${escapeHtml(rule.title)}</a></p>`,
    removed.length > 0 && line(t('decisions.removed')),
    ...removed.map((text) => `<blockquote>${escapeHtml(text)}</blockquote>`),
    appeal && line(t('decisions.ownAppeal', { date: write(appeal.at) })),
    appeal && `<blockquote>${escapeHtml(appeal.text)}</blockquote>`,
    appeal && line(`${appealStateOf(appeal, t, write)} ${appeal.outcome?.answer ?? ''}`),
    appeal?.outcome?.upheld && line(t('decisions.redress')),
    !read && `<form method="post" action="${actions.readDecision}">${hidden}${button(t('decisions.read'))}</form>`,
    canAppeal(statement) &&
      `${line(`${t('decisions.appealUntil', { date: write(appealUntil) })} ${t('decisions.redress')}`)}
<form class="form" method="post" action="${actions.appeal}">${hidden}<div class="field"><label for="appeal-${id}">${escapeHtml(t('decisions.why'))}</label>
<textarea id="appeal-${id}" name="text" rows="6" maxlength="${APPEAL_MAX}" required></textarea></div>${button(t('decisions.send'))}</form>`,
  ];
  return `<section>${parts.filter(Boolean).join('')}</section>`;
}

function reportSection(reports: OwnReport[], t: Translate, write: WriteMoment): string {
  const items = reports.map(({ reason, at, outcome, decidedAt }) => {
    const state = t(`decisions.report.${outcome}`, { date: decidedAt ? write(decidedAt) : '' });
    return `<li><p><strong>${escapeHtml(t(`report.${reason}` as TranslationKey))}</strong> <span class="hint">${write(at)}</span></p>${line(state)}</li>`;
  });
  return `<section><h3>${escapeHtml(t('decisions.reports'))}</h3><ul class="sessions">${items.join('')}</ul></section>`;
}

const line = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const button = (label: string): string => `<button class="button quiet" type="submit">${escapeHtml(label)}</button>`;
