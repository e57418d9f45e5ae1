import { readFileSync } from 'node:fs';

import type { Selectable } from 'kysely';
import type { SendMailOptions } from 'nodemailer';

import { escapeHtml } from '../../shared/escape-html.ts';
import { directionOf } from '../../site/i18n/languages.ts';
import { translator } from '../../site/i18n/translator.ts';
import type { ServiceBrand } from '../brands/brands.ts';
import type { Tables } from '../database/tables.ts';

export type OutgoingMail = Selectable<Tables['outbox']>;

/**
 * A mail in the language of its reader, as text and as HTML. Nothing that a stranger typed stands in it, and neither its subject
 * nor its sender names the brand or says what kind of place it is.
 */
export function compose(
  { id, kind, recipient, lang, host, link, device, createdAt }: OutgoingMail,
  brand: ServiceBrand,
): SendMailOptions {
  const t = translator(lang);
  const date = `${new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(createdAt)} UTC`;
  const word = (part: 'subject' | 'text' | 'button' | 'note'): string =>
    t(`mail.${kind}.${part}`, { brand: brand.name, host, device: device || '–', date });
  const [subject, text, button, note] = [word('subject'), word('text'), word('button'), word('note')];
  return {
    // Stays the same when a mail is tried again, so that a server that has it already can tell.
    messageId: `<${id}@${host}>`,
    // Subject and sender stand in lists and notifications, which others may see.
    from: { name: t('mail.sender'), address: brand.email },
    to: recipient,
    subject,
    text: `${text}\n\n${button}:\n${link}\n\n${note}\n\n${brand.name}, ${host}\n`,
    html: `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
<body style="margin:0;padding:32px 16px;background:#f4f1f3;color:#201a20;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto;padding:28px;border-radius:14px;background:#fff">
<p style="margin:0 0 20px;font:500 24px/1.2 Georgia,serif">${escapeHtml(brand.name)}</p>
<p>${escapeHtml(text)}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 28px;border-radius:24px;background:${accentOf(brand)};color:#201a20;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
<p style="color:#5c525c">${escapeHtml(note)}</p>
<p style="margin:28px 0 0;color:#5c525c;font-size:14px">${escapeHtml(brand.name)}, ${host}</p>
</div>
`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** As pages of its look have it. */
const accentOf = ({ look }: ServiceBrand): string =>
  /--accent:\s*(#\w+)/.exec(readFileSync(`src/themes/looks/${look}/look.css`, 'utf8'))?.[1] ?? '#ddd';
