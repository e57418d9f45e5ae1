import { LANGUAGE_WISHES } from '../../editions/negotiate.ts';
import { headersFor } from '../headers.ts';
import type { ManifestEdition } from '../manifest.ts';
import { languagePattern, POLICY } from './shared.ts';

/** Which language answers on a host with several: ?lang=, cookie, Accept-Language, default. */
export function caddyLanguage(onHost: ManifestEdition[]): string {
  const tags = onHost.map(({ lang }) => lang);
  const known = tags.map((lang) => `\t\t${lang} ${lang}`).join('\n');
  const forms = tags.map((lang) => `\t\t~(?i)^${lang}$ ${lang}`).join('\n');
  return `	map {query.lang} {asked} {
${known}
		default ""
	}
	map {http.request.cookie.lang} {kept} {
${known}
		default ""
	}
	map {header.Accept-Language} {wish} {
		"~(?i)^${languagePattern(tags, '(')}" "\${1}"
		default ""
	}
	map {wish} {wished} {
${forms}
		default ""
	}
	map "{asked}:{kept}:{wished}" {lang} {
		"~^([a-zA-Z-]+):" "\${1}"
		"~^:([a-zA-Z-]+):" "\${1}"
		"~^::([a-zA-Z-]+)$" "\${1}"
		default ${tags[0]}
	}
	map {lang} {policy} {
${onHost.map(({ lang, headers }) => `\t\t${lang} \`${headersFor(headers, '/')[POLICY]}\``).join('\n')}
	}
	header Vary "${LANGUAGE_WISHES}"
${tags
  .map(
    (lang) =>
      `	@ask-${lang} query lang=${lang}\n	header @ask-${lang} Set-Cookie "lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure"`,
  )
  .join('\n')}
`;
}
