import { DICTIONARY_PATHS } from '../compression-dictionaries.ts';
import { encodings } from '../content-encodings.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { POLICY } from '../former-csp.ts';
import { CAMERA_PATHS, DOCUMENT_HEADERS, HSTS, NO_DOCUMENT_PATHS, PRIVATE_PATH } from '../match-headers.ts';
import { INVALID_TARGET } from '../requests/request-target.ts';
import { caddyMap, indent, quote, variableOf } from './notation.ts';
import {
  COMMON_HEADERS,
  type HeaderOf,
  ONLY_OF_DOCUMENTS,
  REFUSALS,
  SERVICE,
  type ServerFacts,
} from './server-facts.ts';
import { sharedMaps } from './shared-maps.ts';

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
export const caddySite = (facts: ServerFacts): string => `# Every build writes this file again.
${indent(siteBlock(facts), '\t')}`;

const siteBlock = (facts: ServerFacts): string => `header -Server
# Directives work in the order in which they stand, maps whenever their value is read. A value that is read more than once is kept in vars.
route {
  ${sharedMaps(caddyMap, facts)}
  ${caddyMap('{host}', '$name', { '~^(.*?)\\.?$': '$1' })}
  vars name {name}
  vars languages {languages}
  @unknown vars {vars.languages} ""
  respond @unknown 421

  @service path_regexp ^/api/
  # The service limits bodies, which Caddy passes on as they arrive, and says so in the language of the page.
  reverse_proxy @service {$SERVICE:${SERVICE}} {
    # Whose X-Forwarded-For is believed: of a CDN in front, its ranges.
    trusted_proxies {$CDN_RANGES:127.0.0.1/32}
    # A node that restarts is left out for a second at a time, and its requests go to another node or wait for it.
    fail_duration 1s
    lb_try_duration 3s
  }
  @invalid vars_regexp {uri} "(?i)${INVALID_TARGET}"
  respond @invalid 400
  ${setHeaders(facts)}
  ${findFile(facts)}
  ${sendFile(facts)}
  ${REDIRECTS}
}
handle_errors {
  @unreachable path_regexp ^/api/
  respond @unreachable "${REFUSALS.unreachable}" 503
}
`;

/** Sends a header where a map has a value for it. It is kept in vars, because a matcher takes a missing value of a map for `<nil>`. */
const headerOfMap = (name: string, key = variableOf(name).slice(1)): string => `vars ${key} {${key}}
@${key} not vars {vars.${key}} ""
header @${key} ${name} {vars.${key}}
`;

function setHeaders({ header, dictionaries }: ServerFacts): string {
  const ofMaps = ['Set-Cookie', 'Vary', HSTS].map((name) => headerOfMap(name));
  const ofAll = [...COMMON_HEADERS, ...ONLY_OF_DOCUMENTS, 'Cache-Control'];
  const camera = { [`~^(${CAMERA_PATHS.join('|')})$`]: header(CAMERA_PATHS[0], 'Permissions-Policy') };
  return `vars lang {lang}
${ofMaps.join('')}${dictionaries.length ? headerOfMap('Link', 'dictionary_link') : ''}header {
  ${POLICY} {policy}
  ${ofAll.map((name) => `${name} ${quote(header('/', name))}`).join('\n')}
}
${caddyMap('$uri', '$permissions_policy', camera, header('/', 'Permissions-Policy'))}
header Permissions-Policy {permissions_policy}
@private path_regexp ^${PRIVATE_PATH}$
header @private Cache-Control ${header(PRIVATE_PATH, 'Cache-Control')}
`;
}

const findFile = ({ surrogateHeaders }: ServerFacts): string => `@write not method GET HEAD
header @write Allow "GET, HEAD"
respond @write 405

# The file that answers. A page is not found under its file's name, and nothing under that of a compressed form.
${caddyMap('$uri', '$named', {
  '/': '/index.html',
  '~[.](html|br|gz|dcz)$|^/(index|404)$|//': '',
  '~^(.*[.][a-z0-9]+)$': '$1',
  '~^(.*)$': '$1.html',
})}
vars file {named}
root * {$SITE_ROOT:.}/{vars.name}/{root_lang}
${surrogateHeaders.map(({ header }) => headerOfMap(header)).join('')}@found {
  not vars {vars.file} ""
  file {vars.file}
}`;

function sendFile(facts: ServerFacts): string {
  const types = Object.entries(contentTypes).map(([ending, type]) => [`~[.]${ending}$`, type]);
  return `route @found {
  rewrite * {vars.file}
  vars is_found 1
  @hashed vars_regexp {path} ^/_astro/
  header @hashed Cache-Control ${quote(facts.header('/_astro/x', 'Cache-Control'))}
  @no_document vars_regexp {path} ${NO_DOCUMENT_PATHS}
  header @no_document {
    ${DOCUMENT_HEADERS.map((name) => `-${name}`).join('\n')}
  }
  ${caddyMap('$uri', '$type', Object.fromEntries(types), UNKNOWN_TYPE)}
  header Content-Type {type}
  # Times of files are made of their content, for the ETag. They are no dates.
  header -Last-Modified
  request_header -If-Modified-Since
  request_header -If-Unmodified-Since
  ${facts.isCompressed ? compression(facts) : ''}file_server {
    ${facts.isCompressed ? 'precompressed br gzip\n' : ''}disable_canonical_uris
  }
}`;
}

/** Caddy goes by q and knows no "*", so that it is told a single coding. Its own Vary is replaced. */
const compression = ({ header, dictionaries }: ServerFacts): string => `vars vary {vary}
@varying not vars {vars.vary} ""
header @varying {
  Vary {vars.vary}
  defer
}
${dictionaries.length ? sendDictionaries(header) : ''}${caddyMap('$ending', '$encoding', encodings)}
request_header Accept-Encoding {encoding}
`;

/** Marks a dictionary, and sends a page compressed with it. */
const sendDictionaries = (header: HeaderOf): string => `@use_as_dictionary path ${DICTIONARY_PATHS}*
header @use_as_dictionary Use-As-Dictionary ${quote(header(`${DICTIONARY_PATHS}x`, 'Use-As-Dictionary'))}
@dictionary {
  vars {page_ending} .dcz
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

const REDIRECTS = `@gone vars_regexp {path} ^/_astro/
respond @gone 404
${caddyMap('$args', '$suffix', { '~^(.+)$': '?$1' })}
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
redir * / 302`;
