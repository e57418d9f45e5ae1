/** The software of RFC 5646, section 4.4, has room for language tags of this length. */
export const MAX_TAG_LENGTH = 35;

/** Language, script, region and variants. Tags with extensions have no name for a language menu. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z0-9]{5,8}|\d[a-z0-9]{3}))*$/;

/** Whether a text is a language tag in its canonical case, such as `pt-BR`. */
export const isLanguageTag = (tag: string): boolean =>
  LANGUAGE_TAG.test(tag) && tag.length <= MAX_TAG_LENGTH && canonical(tag) === tag;

/**
 * Whether a tag names a language, script and country that the registry of subtags (RFC 5646, section 3.1) has, as far as Intl knows it. Intl
 * lacks names of some languages with three letters.
 */
export function isKnownLanguage(tag: string): boolean {
  const { language, script, region } = new Intl.Locale(tag);
  const isScript = !script || (nameOf('script', script) && script !== 'Zzzz');
  const isRegion = !region || (nameOf('region', region) && region !== 'ZZ');
  const isLanguage = nameOf('language', language) || (language.length === 3 && !PRIVATE_USE.test(language));
  return Boolean(isLanguage && !COLLECTIONS.includes(language) && isScript && isRegion);
}

/** @see https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1 */
const PRIVATE_USE = /^q[a-t]/;

/** Subtags for texts of several languages, of none, or of another. */
const COLLECTIONS = ['mis', 'mul', 'und', 'zxx'];

/** The tag that was probably meant by a wrong one: that of a country's language for `ua`, that of a name for `german`. */
export function likelyTag(wrong: string): string | undefined {
  const right = canonical(wrong);
  if (right && isLanguageTag(right) && isKnownLanguage(right)) return right;
  const country = /^[a-z]{2}$/i.test(wrong) && wrong.toUpperCase();
  if (country && nameOf('region', country)) return new Intl.Locale(`und-${country}`).maximize().language;
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).find(
    (code) => nameOf('language', code)?.toLowerCase() === wrong.toLowerCase() && canonical(code) === code,
  );
}

/** What is wrong with a tag that names no language, and the tag to write. */
export function noLanguage(tag: string): string {
  const likely = likelyTag(tag);
  const hint = likely ? `"${likely}", if you mean that` : 'a tag of BCP 47, such as "en", "ru" or "pt-BR"';
  return `is no language. Write ${hint}`;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The English name of a subtag; undefined for an unknown one. */
function nameOf(type: 'language' | 'region' | 'script', subtag: string): string | undefined {
  try {
    return new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(subtag);
  } catch {
    return undefined;
  }
}
