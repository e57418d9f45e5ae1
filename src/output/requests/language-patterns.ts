import { memoize } from '../../shared/memoize.ts';

/** Name of the query parameter and of the cookie that select a language. */
export const LANGUAGE_NAME = 'lang';

/** Regular expressions in the syntax that JavaScript, nginx (PCRE) and Caddy (RE2) share, so that all of them select the same language. */
export interface LanguagePatterns {
  /** Captures the first supported language of a query string. Case-sensitive. */
  query: string;
  /** Captures the first supported language of a Cookie header. Case-sensitive. */
  cookie: string;
  /** Captures the first range in Accept-Language that a supported language satisfies. Ignores case. */
  acceptLanguage: string;
  /** Language of a captured range: the first pattern that matches decides. Ignores case. */
  ranges: [pattern: string, lang: string][];
}

/**
 * Patterns for a host with several languages. Ranges count in list order: nginx cannot sort by `q`, and browsers list languages by `q`
 * anyway. A range with `q=0` does not count. For each range: the same tag, else the longest tag that begins the range (RFC 4647,
 * section 3.4), else the first tag that the range begins, else the first tag of the same language and likely script.
 * @param tags languages of the host, its default first
 */
export const languagePatterns = (tags: string[]): LanguagePatterns => patternsOf(tags.join(' '));

const patternsOf = memoize((list: string): LanguagePatterns => {
  const tags = list.split(' ');
  const families = [...Map.groupBy(tags, (tag) => tag.replace(/-.*/, ''))].map(([language, ofLanguage]) =>
    familyOf(language, ofLanguage),
  );
  const ranges = families.map(({ range }) => range).join('|');
  return {
    query: `(?:^|&)${LANGUAGE_NAME}=(${tags.join('|')})(?:&|$)`,
    cookie: `(?:^|;[ \\t]*)${LANGUAGE_NAME}=(${tags.join('|')})[ \\t]*(?:;|$)`,
    acceptLanguage: `^(?:[^,]*,)*?[ \\t]*(${ranges})[ \\t]*(?:;[ \\t]*q=(?:1|0?\\.0*[1-9])[0-9.]*[ \\t]*)?(?:,|$)`,
    // Caddy refuses duplicate patterns.
    ranges: families
      .flatMap(({ languages }) => languages)
      .filter(([pattern], index, all) => all.findIndex(([other]) => other === pattern) === index),
  };
});

/**
 * @param tags those tags of the host that begin with the language
 * @returns the ranges that one of them satisfies, and the language of each
 */
function familyOf(language: string, tags: string[]): { range: string; languages: LanguagePatterns['ranges'] } {
  const longestFirst = tags.toSorted((a, b) => b.length - a.length);
  const begun = longestFirst.map((tag): [string, string] => [`^${tag}(?:-|$)`, tag]);
  if (tags.includes(language)) return { range: `${language}(?:-${REST})?`, languages: begun };
  const tagByScript = new Map(tags.toReversed().map((tag) => [likelyScript(tag), tag]));
  const likely = likelyScript(language);
  const regions = [...Map.groupBy(regionsWithOtherScript(language), (region) => likelyScript(`${language}-${region}`))];
  const refused = regions.filter(([script]) => !tagByScript.has(script)).flatMap(([, codes]) => codes);
  const accepted = regions.flatMap(([script, codes]) => {
    const tag = tagByScript.get(script);
    return tag ? [{ tag, codes }] : [];
  });
  const likelyTag = tagByScript.get(likely);
  const subtags = [
    ...tagByScript.keys(),
    ...(likelyTag ? [...allRegionsBut(refused), VARIANT] : accepted.flatMap(({ codes }) => codes)),
  ];
  return {
    range: `${language}(?:-(?:${subtags.join('|')})(?:-${REST})?)?`,
    languages: [
      ...begun,
      ...tags.flatMap((tag) => beginningsOf(tag).map((range): [string, string] => [`^${range}$`, tag])),
      ...[...tagByScript].map(([script, tag]): [string, string] => [`^${language}-${script}(?:-|$)`, tag]),
      ...accepted.map(({ tag, codes }): [string, string] => [`^${language}-(?:${codes.join('|')})(?:-|$)`, tag]),
      ...(likelyTag ? [[`^${language}-`, likelyTag] as [string, string]] : []),
    ],
  };
}

/** Further subtags of a range. */
const REST = '[^,; \\t]*';

/** @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
const VARIANT = '[a-z0-9]{5,8}|[0-9][a-z0-9]{3}|[a-z]';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Script of a tag, or its most likely script in CLDR: `zh-TW` gives `Hant`. */
const likelyScript = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Zyyy';

/** Regions where a language is written in another script than its most likely script. */
const regionsWithOtherScript = (language: string): string[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => (first + second).toUpperCase())).filter(
    (region) => likelyScript(`${language}-${region}`) !== likelyScript(language),
  );

/** Patterns for all regions except some. RE2 has no lookahead. */
function allRegionsBut(refused: string[]): string[] {
  const seconds = Map.groupBy(refused, (code) => code.charAt(0));
  const but = (codes: string[]): string =>
    `[${LETTERS.filter((letter) => !codes.includes(letter.toUpperCase())).join('')}]`;
  return [
    '[0-9]{3}',
    `${but([...seconds.keys()])}[a-z]`,
    ...[...seconds].map(([first, codes]) => `${first}${but(codes.map((code) => code.charAt(1)))}`),
  ];
}

/** @example beginningsOf('zh-Hant-HK') // ['zh', 'zh-Hant'] */
function beginningsOf(tag: string): string[] {
  const subtags = tag.split('-');
  return subtags.slice(1).map((_, index) => subtags.slice(0, index + 1).join('-'));
}
