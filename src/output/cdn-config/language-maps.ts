import { languagePatterns } from '../requests/language-patterns.ts';
import { languageCookie } from '../requests/negotiate.ts';
import type { WriteMap } from './notation.ts';
import type { ServerFacts } from './server-facts.ts';

/** Which language answers on each host. */
export function languageMaps(map: WriteMap, { hosts, lists }: ServerFacts): string {
  const ofLists = (name: string): Record<string, string> =>
    Object.fromEntries(lists.map((languages, index) => [languages, `${name}_${index + 1}`]));
  return `# The languages of each host, its default first.
${map('$host', '$languages', Object.fromEntries(hosts))}
${lists.map((languages, index) => choiceAmong(map, languages, index + 1)).join('')}
${map('$languages', '$lang', ofLists('$chosen'), '$languages')}
${map('$languages', '$asked', ofLists('$asked'))}
${map('$asked', '$set_cookie', { '~(.+)': languageCookie('$1') })}
`;
}

/**
 * Which language answers on hosts with a list of languages: `?lang=`, cookie, Accept-Language, default.
 * @param number of the list; its variables end with it
 */
function choiceAmong(map: WriteMap, languages: string, number: number): string {
  const tags = languages.split(' ');
  const { query, cookie, acceptLanguage, ranges } = languagePatterns(tags);
  const languageOfRange = Object.fromEntries(ranges.map(([pattern, lang]) => [`~*${pattern}`, lang]));
  const inOrder = `$asked_${number}:$remembered_${number}:$accepted_${number}:${tags[0]}`;
  return `
# Hosts in ${languages}.
${map('$args', `$asked_${number}`, { [`~${query}`]: '$1' })}
${map('$http_cookie', `$remembered_${number}`, { [`~${cookie}`]: '$1' })}
${map('$http_accept_language', `$range_${number}`, { [`~*${acceptLanguage}`]: '$1' })}
${map(`$range_${number}`, `$accepted_${number}`, languageOfRange)}
# The first that is not empty.
${map(inOrder, `$chosen_${number}`, { '~^:*([^:]+)': '$1' })}
`;
}
