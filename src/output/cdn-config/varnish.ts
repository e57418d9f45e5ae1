import { LANGUAGE_NAME, languagePatterns } from '../requests/language-patterns.ts';
import type { ServerFacts } from './server-facts.ts';

/**
 * `site.vcl`, which a VCL with backend and purgers includes: see deploy/varnish.vcl. A request keeps its language alone, so that nothing
 * else multiplies the answers that Varnish keeps.
 */
export const varnishVcl = ({ hosts, lists }: ServerFacts): string => `# Every build writes this file again.
sub choose_language {
${lists
  .map(
    (languages, index) => `  if (req.http.Host ~ "^(?:${hosts
      .filter(([, ofHost]) => ofHost === languages)
      .map(([host]) => host.replaceAll('.', '[.]'))
      .join('|')})$") {
    call choose_language_${index + 1};
  } else`,
  )
  .join('\n')}
  {
    set req.url = regsub(req.url, "[?].*$", "");
    unset req.http.Accept-Language;
  }
  unset req.http.Cookie;
}
${lists.map((languages, index) => chooseAmong(languages.split(' '), index + 1)).join('')}`;

function chooseAmong(tags: string[], number: number): string {
  const { cookie, acceptLanguage, ranges } = languagePatterns(tags);
  const asked = `^([^?]*)[?](?:.*?&)??${LANGUAGE_NAME}=(${tags.join('|')})(?:&.*)?$`;
  return `
# Hosts in ${tags.join(' ')}: by ?lang=, by the cookie, by Accept-Language, or the default.
sub choose_language_${number} {
  if (req.url ~ "${asked}") {
    set req.url = regsub(req.url, "${asked}", "\\1?${LANGUAGE_NAME}=\\2");
    unset req.http.Accept-Language;
    return;
  }
  set req.url = regsub(req.url, "[?].*$", "");
  if (req.http.Cookie ~ "${cookie}") {
    set req.http.Accept-Language = regsub(req.http.Cookie, "^.*?${cookie}.*$", "\\1");
    return;
  }
  if (req.http.Accept-Language !~ "(?i)${acceptLanguage}") {
    set req.http.Accept-Language = "${tags[0]}";
    return;
  }
  set req.http.Accept-Language = regsub(req.http.Accept-Language, "(?i)${acceptLanguage}.*$", "\\1");
${ranges
  .map(
    ([pattern, lang]) => `  if (req.http.Accept-Language ~ "(?i)${pattern}") {
    set req.http.Accept-Language = "${lang}";
    return;
  }
`,
  )
  .join('')}}
`;
}
