import type { Person } from '../../../contract/chat/person.ts';
import type { Translate } from '../../../site/i18n/translator.ts';

const MOST_NAMES = 3;

/** The people who are typing as a sentence, or an empty text. */
export function typingText(people: readonly Person[], locale: string, t: Translate): string {
  if (!people.length) return '';
  if (people.length > MOST_NAMES) return t('chat.typingMany');
  const name = new Intl.ListFormat(locale).format(people.map((person) => person.name));
  return t('chat.typing', { count: people.length, name });
}
