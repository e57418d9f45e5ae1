import type { Selectable } from 'kysely';
import type { SendMailOptions } from 'nodemailer';

import { FOR_GOOD } from '../../contract/moderation/protocol.ts';
import { escapeHtml } from '../../shared/text/escape-html.ts';
import { shownHost } from '../../site/editions/host-name.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import { directionOf, localeOf } from '../../site/i18n/site-language.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import { mailColorsOf } from '../../site/looks/mail-colors.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { MailedChange, MailedDecision, MailKind } from '../database/tables/account-tables.ts';
import type { Tables } from '../database/tables/tables.ts';

export type OutgoingMail = Selectable<Tables['outbox']>;

/** Mails to people who sent a report without an account. */
const WITHOUT_ACCOUNT: readonly MailKind[] = ['receipt', 'outcome'];

const PAPER = '#f4f1f3';
const CARD = '#fff';
const INK = '#201a20';
const QUIET = '#5c525c';

/**
 * Composes a mail in the language of its recipient, as text and as HTML. It contains no text that another person typed. Subject and
 * sender name neither the brand nor the kind of website.
 */
export function compose(
  { id, kind, recipient, lang, host, link, device, changes, decision, createdAt }: OutgoingMail,
  brand: ServiceBrand,
): SendMailOptions {
  const t = lightTranslatorOf(brand.folder, lang);
  const locale = localeOf(brand.folder, lang);
  const date = timeIn(locale, createdAt);
  const word = (part: 'subject' | 'text' | 'button' | 'note'): string =>
    t(`mail.${kind}.${part}`, {
      brand: brand.name,
      host: shownHost(host),
      device: device || '–',
      date,
      when: timeIn(locale, new Date(decision?.at ?? createdAt)),
    });
  const facts = decision ? decisionLines(decision, locale, t) : [];
  const listed = (changes ?? []).map((change) => ({ head: headOf(change, locale, t), note: change.note }));
  const { accent } = mailColorsOf(brand.folder, brand.look);
  const [subject, text, button, note] = [word('subject'), word('text'), word('button'), word('note')];
  return {
    // The same at every attempt, so that a server can drop duplicates.
    messageId: `<${id}@${host}>`,
    // Lists and notifications show subject and sender, and other people may see those.
    from: { name: t(WITHOUT_ACCOUNT.includes(kind) ? 'mail.reportSender' : 'mail.sender'), address: brand.email },
    to: recipient,
    subject,
    text: `${[text, ...facts, ...listed.map(({ head, note: words }) => `${head}\n${words}`)].join('\n\n')}\n\n${button}:\n${link}\n\n${note}\n\n${brand.name}, ${shownHost(host)}\n`,
    html: `<!doctype html>
<html lang="${lang}" dir="${directionOf(brand.folder, lang)}">
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
<body style="margin:0;padding:32px 16px;background:${PAPER};color:${INK};font:16px/1.6 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto;padding:28px;border-radius:14px;background:${CARD}">
<p style="margin:0 0 20px;font:500 24px/1.2 Georgia,serif">${escapeHtml(brand.name)}</p>
<p>${escapeHtml(text)}</p>
${facts.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('')}${listed.map(({ head, note: words }) => `<p><strong>${escapeHtml(head)}</strong><br>${escapeHtml(words)}</p>\n`).join('')}<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 28px;border-radius:24px;background:${accent};color:${INK};font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
<p style="color:${QUIET}">${escapeHtml(note)}</p>
<p style="margin:28px 0 0;color:${QUIET};font-size:14px">${escapeHtml(brand.name)}, ${shownHost(host)}</p>
</div>
`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const timeIn = (locale: string, at: Date): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Sentences of a mail about a decision: act and duration, rule, and how an appeal or a report ended. */
function decisionLines({ act, until, rule, upheld, acted }: MailedDecision, locale: string, t: Translate): string[] {
  const isForGood = until === FOR_GOOD && (act === 'mute' || act === 'limit' || act === 'ban');
  const sentence = isForGood ? (`decisions.acts.${act}ForGood` as const) : act && (`decisions.acts.${act}` as const);
  return [
    ...(sentence ? [t(sentence, { date: timeIn(locale, new Date(until ?? 0)) })] : []),
    ...(rule === undefined ? [] : [t('mail.decision.rule', { name: rule })]),
    ...(upheld === undefined ? [] : [t(`mail.appealAnswered.${upheld ? 'upheld' : 'undone'}`)]),
    ...(acted === undefined ? [] : [t(`mail.outcome.${acted ? 'acted' : 'notActed'}`)]),
  ];
}

/** Such as “Adults only (from 2 December 2026)”. */
function headOf({ title, inForce }: MailedChange, locale: string, t: Translate): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(inForce));
  return t('mail.rules.head', { name: title, date });
}
