import { languagePatterns } from '../requests/language-patterns.ts';

/**
 * Which language answers on hosts with a list of languages: `?lang=`, cookie, Accept-Language, default.
 * @param number of the list; its variables end with it
 */
export function nginxLanguage(languages: string, number: number): string {
  const tags = languages.split(' ');
  const { query, cookie, acceptLanguage, ranges } = languagePatterns(tags);
  return `
  # Hosts in ${languages}.
  map $args $asked_${number} {
    "~${query}" $1;
  }
  map $http_cookie $remembered_${number} {
    "~${cookie}" $1;
  }
  map $http_accept_language $range_${number} {
    "~*${acceptLanguage}" $1;
  }
  map $range_${number} $accepted_${number} {
${ranges.map(([pattern, lang]) => `    "~*${pattern}" ${lang};`).join('\n')}
  }
  # The first that is not empty.
  map "$asked_${number}:$remembered_${number}:$accepted_${number}:${tags[0]}" $chosen_${number} {
    "~^:*([^:]+)" $1;
  }
`;
}
