import { encodings, endingPatterns } from '../content-encodings.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { POLICY } from '../former-csp.ts';
import { CAMERA_PATHS, DOCUMENT_HEADERS, HSTS, NO_DOCUMENT_PATHS, PRIVATE_PATH } from '../match-headers.ts';
import { LANGUAGE_HEADERS, languageCookie } from '../requests/negotiate.ts';
import { aliases, TRAILING_SLASH } from '../requests/page-redirects.ts';
import { HOST_PATHS, INVALID_TARGET, TRANSLATION_PATHS } from '../requests/request-target.ts';
import { caddyDictionaries, PAGES_VARY, sendDictionaries } from './caddy-dictionaries.ts';
import { caddyLanguage } from './caddy-language.ts';
import { caddySurrogateKeys } from './caddy-surrogate-keys.ts';
import {
  COMMON_HEADERS,
  type Dictionary,
  type HeaderOf,
  REFUSALS,
  SERVICE,
  type ServerFacts,
  textEndings,
} from './server-facts.ts';

/** `Caddyfile` that serves every host without TLS. */
export const CADDYFILE = `# Serves dist/ as it is: SITE_ROOT=/path/to/dist caddy run --config publish/Caddyfile
# For HTTPS, several nodes of the service and a log, deploy/caddy/ has a configuration that imports the same files.
{
	admin off
	auto_https off
}

http://:{$PORT:80} {
	import site.caddy
}
`;

/** The hosts, for a Caddyfile that gets their certificates: `hosts.caddy`. */
export const caddyHosts = ({
  hosts,
}: ServerFacts): string => `# Every build writes this file again. The file that imports it has a snippet with the options of all hosts.
${hosts.map(([host]) => host).join(', ')} {
	import host_options
	import site.caddy
}
`;

/** The directives of each host: `site.caddy`. */
export function caddySite(facts: ServerFacts): string {
  const { hosts, lists } = facts;
  return `# Every build writes this file again.
	header -Server
	# Directives work in the order in which they stand. A value that is used more than once is kept in vars.
	route {
		map {host} {name} {
			"~^(.*?)\\.?$" "\${1}"
		}
		vars name {name}

		# The languages of each host, its default first.
		map {vars.name} {languages} {
${hosts.map(([host, languages]) => `\t\t\t${host} ${quote(languages)}`).join('\n')}
			default ""
		}
		vars languages {languages}
		@unknown vars {vars.languages} ""
		respond @unknown 421

		@service path_regexp ^/api/
		# The service limits bodies, which Caddy passes on as they arrive, and says so in the language of the page.
		reverse_proxy @service {$SERVICE:${SERVICE}} {
			# Whose X-Forwarded-For is believed: of a CDN in front, its ranges.
			trusted_proxies {$CDN_RANGES:127.0.0.1/32}
			# A node that restarts is left out, and its requests go to another node.
			fail_duration 1s
			lb_retries 2
		}
		@invalid vars_regexp {uri} "(?i)${INVALID_TARGET}"
		respond @invalid 400
${lists.map((languages, index) => caddyLanguage(languages, index + 1)).join('')}
${chooseLanguage(facts)}${setHeaders(facts)}${findFile(facts)}${sendFile(facts)}${REDIRECTS}	}
	handle_errors {
		@unreachable path_regexp ^/api/
		respond @unreachable "${REFUSALS.unreachable}" 503
	}
`;
}

const chooseLanguage = ({ lists }: ServerFacts): string => `		map {vars.languages} {lang} {asked} {
${lists.map((languages, index) => `\t\t\t${quote(languages)} {chosen_${index + 1}} {asked_${index + 1}}`).join('\n')}
			default {vars.languages} ""
		}
		vars {
			lang {lang}
			asked {asked}
		}
		@asked not vars {vars.asked} ""
		header @asked Set-Cookie "${languageCookie('{vars.asked}')}"
		@several vars_regexp {vars.languages} " "
		header @several Vary "${LANGUAGE_HEADERS}"

`;

const setHeaders = ({
  hsts,
  policies,
  header,
  dictionaries,
}: ServerFacts): string => `		# What the pages of each edition may load. It changes with their styles and scripts: reload Caddy when the build says so.
		map {vars.name}/{vars.lang} {policy_number} {
${policies.flatMap(([, roots], index) => roots.map((root) => `\t\t\t${root} ${index + 1}`)).join('\n')}
		}
		map {policy_number} {policy} {
${policies.map(([policy], index) => `\t\t\t${index + 1} ${quote(policy)}`).join('\n')}
		}
		map {path} {permissions_policy} {
			~^(${CAMERA_PATHS.join('|')})$ ${quote(header(CAMERA_PATHS[0], 'Permissions-Policy'))}
			default ${quote(header('/', 'Permissions-Policy'))}
		}
		# Over HTTPS, which a proxy in front may have ended.
		map "{scheme} {header.X-Forwarded-Proto}" {tls} {
			"~https" tls
			default ""
		}
		map {tls}/{vars.name} {hsts} {
${hsts.flatMap(([value, hosts]) => hosts.map((host) => `\t\t\ttls/${host} ${quote(value)}`)).join('\n')}
			default ""
		}
		@secure not vars {hsts} ""
		header @secure ${HSTS} {hsts}
		header {
			${POLICY} {policy}
${[...COMMON_HEADERS, ...ONLY_OF_DOCUMENTS].map((name) => `\t\t\t${name} ${quote(header('/', name))}`).join('\n')}
			Permissions-Policy {permissions_policy}
			Cache-Control ${quote(header('/', 'Cache-Control'))}
		}
		@private path_regexp ^${PRIVATE_PATH}$
		header @private Cache-Control ${header(PRIVATE_PATH, 'Cache-Control')}

${caddyDictionaries(dictionaries)}`;

const findFile = ({ surrogateHeaders }: ServerFacts): string => `		@write not method GET HEAD
		header @write Allow "GET, HEAD"
		respond @write 405

		# The file that answers. A page is not found under its file's name, and nothing under that of a compressed form.
		map {path} {named} {
			/ /index.html
			"~[.](html|br|gz|dcz)$|^/(index|404)$|//" ""
			"~^(.*[.][a-z0-9]+)$" "\${1}"
			"~^(.*)$" "\${1}.html"
		}
		vars file {named}
		map {path} {root_lang} {
			"~${TRANSLATION_PATHS}" "\${1}"
			default {vars.lang}
		}
		root * {$SITE_ROOT:.}/{vars.name}/{root_lang}
		map {vars.languages} {default_lang} {
			"~^([^ ]+)" "\${1}"
		}
		@shared vars_regexp {path} ${HOST_PATHS}
		root @shared {$SITE_ROOT:.}/{vars.name}/{default_lang}
${caddySurrogateKeys(surrogateHeaders)}		@found {
			not vars {vars.file} ""
			file {vars.file}
		}
`;

const sendFile = ({ header, dictionaries, isCompressed }: ServerFacts): string => `		route @found {
			rewrite * {vars.file}
			@hashed vars_regexp {path} ^/_astro/
			header @hashed Cache-Control ${quote(header('/_astro/x', 'Cache-Control'))}
			@no_document vars_regexp {path} ${NO_DOCUMENT_PATHS}
			header @no_document {
${DOCUMENT_HEADERS.map((name) => `\t\t\t\t-${name}`).join('\n')}
			}
			map {path} {type} {
${Object.entries(contentTypes)
  .map(([ending, type]) => `\t\t\t\t~[.]${ending}$ "${type}"`)
  .join('\n')}
				default ${UNKNOWN_TYPE}
			}
			header Content-Type {type}
			# Times of files are made of their content, for the ETag. They are no dates.
			header -Last-Modified
			request_header -If-Modified-Since
			request_header -If-Unmodified-Since
${isCompressed ? compression(dictionaries, header) : '\t\t\tfile_server {\n\t\t\t\tdisable_canonical_uris\n\t\t\t}'}
		}
`;

const REDIRECTS = `		@gone vars_regexp {path} ^/_astro/
		respond @gone 404
		# The page that a path means.
		map {path} {page} {
${[...aliases].map(([path, page]) => `\t\t\t"~^${path}/?$" ${page}`).join('\n')}
			"~^/(index|404)/$" ""
			"~${TRAILING_SLASH}" "\${1}"
			default ""
		}
		map {query} {suffix} {
			"~^(.+)$" "?\${1}"
			default ""
		}
		vars {
			page {page}
			suffix {suffix}
		}
		@page {
			not vars {vars.page} ""
			file {vars.page}.html
		}
		redir @page {vars.page}{vars.suffix} 301
		# The folder of the edition is gone, or Caddy may not read it.
		@home vars {path} /
		header @home Cache-Control no-store
		respond @home "${REFUSALS.missing}" 503
		redir * / 302
`;

/** The headers of documents whose value is the same for all of them. */
const ONLY_OF_DOCUMENTS = ['Cross-Origin-Opener-Policy', 'Speculation-Rules'];

/** Caddy goes by q and knows no "*", so that it is told a single coding. Its own Vary is replaced. */
const compression = (dictionaries: Dictionary[], header: HeaderOf): string => `			map {vars.languages}{path} {vary} {
${dictionaries.length ? PAGES_VARY : ''}				"~ .*[.](${textEndings.join('|')})$" "Accept-Encoding, ${LANGUAGE_HEADERS}"
				"~ " "${LANGUAGE_HEADERS}"
				"~[.](${textEndings.join('|')})$" Accept-Encoding
			}
			@varying not vars {vary} ""
			header @varying {
				Vary {vary}
				defer
			}
${dictionaries.length ? sendDictionaries(header) : ''}			map {header.Accept-Encoding} {encoding} {
${endingPatterns.map(([pattern, ending]) => `\t\t\t\t"~(?i)${pattern}" ${ending ? encodings[ending] : '""'}`).join('\n')}
			}
			request_header Accept-Encoding {encoding}
			file_server {
				precompressed br gzip
				disable_canonical_uris
			}`;

/** Between back quotes, where nothing needs escaping. */
const quote = (value: string): string => `\`${value}\``;
