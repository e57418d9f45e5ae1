/** The software of RFC 5646, section 4.4, has room for language tags of this length. */
export const MAX_TAG_LENGTH = 35;

/** Language, script, region and variants. Tags with extensions have no name for a language menu. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z0-9]{5,8}|\d[a-z0-9]{3}))*$/;

/** Whether a text is a language tag in its canonical case, such as `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return LANGUAGE_TAG.test(tag) && tag.length <= MAX_TAG_LENGTH && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
