import { load } from 'cheerio';

import { formElementId } from '../../contract/element-ids.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import type { Confirmation } from '../accounts/confirm-registration.ts';

/**
 * Fills the built page that confirms a registration. The form for the password is shown behind a valid link only; else the page
 * says where the mail went and sends it again.
 */
export function fillConfirmation(
  html: string,
  { isLinkValid, sentTo, isSentAgain = false }: Confirmation & { isSentAgain?: boolean },
  { lang, site }: Edition,
): string {
  const $ = load(html);
  const t = lightTranslatorOf(site.folder, lang);
  const show = (part: string) => $(`#${formElementId('confirm', part)}`).removeAttr('hidden');
  const hide = (part: string) => $(`#${formElementId('confirm', part)}`).attr('hidden', '');
  if (isLinkValid) {
    for (const part of ['unsent', 'mail']) hide(part);
    for (const part of ['lead', 'link']) show(part);
    return $.html();
  }
  if (isLinkValid === false) show('invalid');
  if (!sentTo) return $.html();
  hide('unsent');
  show('sent').text(t('form.checkMail', { text: maskAddress(sentTo) }));
  show('resend');
  if (isSentAgain) show('again').text(t('form.sentAgain'));
  $(`#${formElementId('confirm', 'address')}`)
    .removeAttr('open')
    .children('summary')
    .text(t('form.correctAddress'));
  return $.html();
}

/** `mail@example.org` as `m…@example.org`: enough for its owner to recognise it, and to find a typing error in the domain. */
const maskAddress = (address: string): string => `${[...address][0]}…${address.slice(address.lastIndexOf('@'))}`;
