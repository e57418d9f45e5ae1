import { KEY_PATH } from '../surrogate-keys.ts';
import type { serverFacts } from './server-facts.ts';

/** Directives that send the surrogate keys of an answer; see `surrogateKeysFor`. They stand after those that choose its edition. */
export function caddySurrogateKeys(headers: ReturnType<typeof serverFacts>['surrogateHeaders']): string {
  if (!headers.length) return '';
  return `		# Keys by which a CDN purges: edition, URL and text.
		map {path} {key_path} {
			"~${KEY_PATH}" "/\${1}"
			default ""
		}
		vars {
			key_lang {root_lang}
			key_path {key_path}
		}
		vars @shared key_lang {default_lang}
${headers
  .map(({ header, separator, hosts }) => {
    const matcher = `@${header.toLowerCase()}`;
    const keys = ['{vars.key_lang}@{vars.name}', '{vars.name}{vars.key_path}', '{vars.key_lang}{vars.key_path}'];
    return `		${matcher} {
			vars {vars.name} ${hosts.join(' ')}
			not vars {vars.key_path} ""
		}
		header ${matcher} ${header} "${keys.join(separator)}"
`;
  })
  .join('')}`;
}
