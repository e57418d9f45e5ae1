import { element } from '../../browser/element.ts';
import { FOR_GOOD } from '../../contract/moderation/protocol.ts';
import { lightTranslator, type Tree } from '../../site/i18n/light-translator.ts';
import type { TranslationKey } from '../../site/i18n/translator.ts';

/** Language of the page. */
export const lang = document.documentElement.lang;

const locale = document.getElementById('moderation')!.dataset.locale!;

/** Translates with the words that the page contains. */
export const t = lightTranslator(JSON.parse(document.getElementById('moderation-words')!.textContent) as Tree, locale);

const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

export const formatTime = (at: number): string => times.format(at);

/** A time, with its machine-readable form. */
export const time = (at: number, text = formatTime(at)): HTMLElement =>
  element('time', { datetime: new Date(at).toISOString() }, text);

/** End of a mute, limit or ban. */
export const formatEnd = (until: number): string =>
  until >= FOR_GOOD ? t('moderation.forGood') : t('moderation.until', { date: formatTime(until) });

/** A time as seen from now: `5 minutes ago`, `in 24 hours`. */
export function formatAge(at: number): string {
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  return Math.abs(minutes) < 2880
    ? relative.format(Math.round(minutes / 60), 'hour')
    : relative.format(Math.round(minutes / 1440), 'day');
}

/** A duration in its own unit: `24` is a day, `72` three days. */
export const formatHours = (hours: number): string =>
  hours % 24 ? formatUnit(hours, 'hour') : formatUnit(hours / 24, 'day');

export const formatSeconds = (seconds: number): string =>
  seconds % 60 ? formatUnit(seconds, 'second') : formatUnit(seconds / 60, 'minute');

/** Length of a call: `2:05`. */
export const formatLength = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const formatUnit = (count: number, unit: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** Name of a public room, or its id where its topic has no translation; `*` stands for all rooms. */
export function roomName(id: string): string {
  if (id === '*') return t('moderation.allRooms');
  const [of = '', topic = ''] = id.split('.');
  const key = `topics.${topic}` as TranslationKey;
  return t(key) === key ? id : `${t(key)} (${of})`;
}

/** Name of a language. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;

/** Name of a country. */
export const countryName = (code: string): string => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
