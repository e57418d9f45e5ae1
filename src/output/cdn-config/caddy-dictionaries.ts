import { DICTIONARY_PATHS, PAGE_VARY } from '../compression-dictionaries.ts';
import { DICTIONARY_PATTERN } from '../content-encodings.ts';
import { LANGUAGE_HEADERS } from '../requests/negotiate.ts';
import type { Dictionary, HeaderOf } from './server-facts.ts';

/** Lines of the map of Vary. They go before those of other texts. By the time of the headers a path can be that of a compressed page. */
export const PAGES_VARY = `				"~ .*[.]html([.]dcz)?$" "${PAGE_VARY}, ${LANGUAGE_HEADERS}"
				"~^[^ ]*[.]html([.]dcz)?$" "${PAGE_VARY}"
`;

/** Directives that announce the dictionary of an edition and choose the form of a page. They stand after those that choose the edition. */
export function caddyDictionaries(dictionaries: Dictionary[]): string {
  if (!dictionaries.length) return '';
  const numbered = dictionaries.map((dictionary, index) => ({ ...dictionary, number: index + 1 }));
  return `		# Compression dictionaries (RFC 9842).
		map {vars.name}/{vars.lang} {dictionary} {
${numbered.flatMap(({ roots, number }) => roots.map((root) => `\t\t\t${root} ${number}`)).join('\n')}
			default 0
		}
		map {dictionary} {link} {
${numbered.map(({ link, number }) => `\t\t\t${number} \`${link}\``).join('\n')}
			default ""
		}
		@link not vars {link} ""
		header @link Link {link}
		map "{dictionary} {header.Available-Dictionary}" {has_dictionary} {
${numbered.map(({ available, number }) => `\t\t\t"${number} ${available}" 1`).join('\n')}
			default 0
		}
		map "{has_dictionary},{header.Accept-Encoding}" {page_form} {
			"~(?i)^1.*${DICTIONARY_PATTERN}" dcz
			default ""
		}
`;
}

/** Directives that send a page compressed with a dictionary, or mark a dictionary. They stand where the file is known, before other forms. */
export const sendDictionaries = (header: HeaderOf): string => `			@use_as_dictionary path ${DICTIONARY_PATHS}*
			header @use_as_dictionary Use-As-Dictionary \`${header(`${DICTIONARY_PATHS}x`, 'Use-As-Dictionary')}\`
			@dictionary {
				vars {page_form} dcz
				path *.html
				file {path}.dcz
			}
			route @dictionary {
				rewrite * {path}.dcz
				header Content-Encoding dcz
				file_server {
					disable_canonical_uris
				}
			}
`;
