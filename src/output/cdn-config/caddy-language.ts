import { languagePatterns } from '../requests/language-patterns.ts';

/**
 * Which language answers on hosts with a list of languages: `?lang=`, cookie, Accept-Language, default.
 * @param number of the list; its placeholders end with it
 */
export function caddyLanguage(languages: string, number: number): string {
  const tags = languages.split(' ');
  const { query, cookie, acceptLanguage, ranges } = languagePatterns(tags);
  return `
		# Hosts in ${languages}.
		map {query} {asked_${number}} {
			"~${query}" "\${1}"
		}
		map {header.Cookie} {remembered_${number}} {
			"~${cookie}" "\${1}"
		}
		map {header.Accept-Language} {range_${number}} {
			"~(?i)${acceptLanguage}" "\${1}"
		}
		map {range_${number}} {accepted_${number}} {
${ranges.map(([pattern, lang]) => `\t\t\t"~(?i)${pattern}" ${lang}`).join('\n')}
		}
		# The first that is not empty.
		map "{asked_${number}}:{remembered_${number}}:{accepted_${number}}:${tags[0]}" {chosen_${number}} {
			"~^:*([^:]+)" "\${1}"
		}
`;
}
