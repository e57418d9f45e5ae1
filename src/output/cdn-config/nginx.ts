import { BODY_MAX_BYTES } from '../../contract/api-paths.ts';
import { required } from '../../shared/required.ts';
import { DICTIONARY_PATHS } from '../compression-dictionaries.ts';
import { encodings } from '../content-encodings.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { POLICY } from '../former-csp.ts';
import { CAMERA_PATHS, HSTS, NO_DOCUMENT_PATHS, PRIVATE_PATH } from '../match-headers.ts';
import { INVALID_TARGET } from '../requests/request-target.ts';
import { indent, nginxMap, quote, variableOf } from './notation.ts';
import {
  COMMON_HEADERS,
  type HeaderOf,
  ONLY_OF_DOCUMENTS,
  REFUSALS,
  SERVICE,
  type ServerFacts,
  textEndings,
} from './server-facts.ts';
import { sharedMaps } from './shared-maps.ts';

/** `nginx.conf` that serves every host without TLS. It needs no module that nginx may lack. */
export const NGINX = `# Serves dist/ as it is: nginx -p /path/to/dist -c publish/nginx.conf
# For TLS, several nodes of the service and a log, deploy/nginx/ has a configuration that includes the same files.
events {
  # A socket of the chat is open for as long as its page, and takes two.
  worker_connections 16384;
}
worker_rlimit_nofile 32768;

http {
  include nginx-http.conf;
  map "" $site_root {
    default .;
  }
  upstream service {
    server ${SERVICE};
  }
  server {
    listen 80;
    include nginx-server.conf;
  }
}
`;

/** Its part with the maps of every host: `nginx-http.conf`. */
export const nginxHttp = (facts: ServerFacts): string =>
  `# Every build writes this file again. The block that includes it then sets $site_root, and has an upstream "service".
${indent(httpBlock(facts), '  ')}`;

const httpBlock = (facts: ServerFacts): string => `types {
${Object.entries(contentTypes)
  .filter(([ending]) => !textEndings.includes(ending))
  .map(([ending, type]) => `${type} ${ending};`)
  .join('\n')}
}
default_type ${UNKNOWN_TYPE};
absolute_redirect off;
server_tokens off;
access_log off;
# The path decides, and nothing that looks like it.
merge_slashes off;
# Times of files are made of their content, for the ETag. They are no dates.
if_modified_since off;
map_hash_bucket_size 512;
map_hash_max_size 65536;
variables_hash_max_size 4096;

# By the time of the headers $uri is the file that is sent, and $status tells it from a redirect.
${nginxMap('$status', '$is_found', { '~^(200|304|412|416)$': 1 })}
${sharedMaps(nginxMap, facts)}
${nginxMap('$request_method $uri', '$is_refused', { '~^(GET|HEAD) ': 0, '~^[^ ]+ /api/': 0 }, '1')}
${nginxMap('$request_uri', '$is_invalid', { [`~*${INVALID_TARGET}`]: 1 })}

${headerMaps(facts)}
`;

/** Headers that depend on the status and on the file that is sent. */
function headerMaps(facts: ServerFacts): string {
  const { header, isCompressed } = facts;
  const names = Object.entries(encodings).map(([ending, name]) => [`~^200 .*[.]${ending.slice(1)}$`, name]);
  const cacheControl = {
    '~^(200|304) /_astro/': header('/_astro/x', 'Cache-Control'),
    [`~ ${PRIVATE_PATH}${PAGE_FORM}`]: header(PRIVATE_PATH, 'Cache-Control'),
  };
  const permissions = {
    [`~^1 (${CAMERA_PATHS.join('|')})${PAGE_FORM}`]: header(CAMERA_PATHS[0], 'Permissions-Policy'),
    '~^1 ': header('/', 'Permissions-Policy'),
  };
  return `${nginxMap('$status', '$allow', { 405: 'GET, HEAD' })}
${nginxMap('$status $uri', '$content_encoding', isCompressed ? Object.fromEntries(names) : {})}
${nginxMap('$status $uri', '$cache_control', cacheControl, header('/', 'Cache-Control'))}
# Headers of documents are longer than many scripts.
${nginxMap('$status $uri', '$is_document', { [`~^(200|304) ${NO_DOCUMENT_PATHS.slice(1)}`]: 0 }, '1')}
${Object.entries(documentHeaders(facts))
  .map(([name, value]) => nginxMap('$is_document', variableOf(name), { 1: value }))
  .join('\n')}
${nginxMap('$is_document $uri', '$permissions_policy', permissions)}
${facts.dictionaries.length ? useAsDictionary(header) : ''}`;
}

/** What may follow the path of a page in the file that is sent. */
const PAGE_FORM = '([.]html([.](br|gz|dcz))?)?$';

const useAsDictionary = (header: HeaderOf): string =>
  nginxMap('$status $uri', '$use_as_dictionary', {
    [`~^(200|304) ${DICTIONARY_PATHS.replaceAll('.', '[.]')}`]: header(`${DICTIONARY_PATHS}x`, 'Use-As-Dictionary'),
  });

/** Headers of documents alone. */
const documentHeaders = ({ header, dictionaries }: ServerFacts): Record<string, string> => ({
  [POLICY]: '$policy',
  ...Object.fromEntries(ONLY_OF_DOCUMENTS.map((name) => [name, header('/', name)])),
  ...(dictionaries.length && { Link: '$dictionary_link' }),
});

/** Its part that a server includes: `nginx-server.conf`. */
export const nginxServer = (facts: ServerFacts): string => `# Every build writes this file again.
${indent(serverBlock(facts), '  ', 2)}`;

const serverBlock = (facts: ServerFacts): string => `root $site_root/$host/$root_lang;
${COMMON_HEADERS.map((name) => `add_header ${name} ${quote(facts.header('/', name))} always;`).join('\n')}
${namesOfHeaders(facts)
  .map((name) => `add_header ${name} ${variableOf(name)} always;`)
  .join('\n')}
add_header Last-Modified "";
if ($languages = "") {
  return 421;
}
if ($is_invalid) {
  return 400;
}
if ($is_refused) {
  return 405;
}
${locations(facts.dictionaries.length > 0)}`;

/** Headers whose values are those of variables. */
const namesOfHeaders = (facts: ServerFacts): string[] => [
  HSTS,
  ...Object.keys(documentHeaders(facts)),
  'Permissions-Policy',
  'Cache-Control',
  ...facts.surrogateHeaders.map(({ header }) => header),
  'Vary',
  ...(facts.dictionaries.length ? ['Use-As-Dictionary'] : []),
  'Set-Cookie',
  'Content-Encoding',
  'Allow',
];

const locations = (hasDictionaries: boolean): string => `location ~ ^/api/chat/ {
  ${TO_SERVICE}
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection upgrade;
  proxy_read_timeout 1h;
  proxy_send_timeout 1h;
  proxy_buffering off;
  # The service sends the headers of its answers itself; an empty one keeps those above out.
  add_header X-None "";
}
location ~ ^/api/ {
  ${TO_SERVICE}
  client_max_body_size ${BODY_MAX_BYTES};
  error_page 413 @too_long;
  error_page 502 504 =503 @unreachable;
  add_header X-None "";
}
${refusal('@too_long', 413, REFUSALS.tooLong)}
${refusal('@unreachable', 503, REFUSALS.unreachable)}
${refusal('@missing', 503, REFUSALS.missing)}
location ~ ^/(index|404)/?$|// {
  return 302 /;
}
${page('= /', '/index.html', hasDictionaries)}
${page('/', '$uri.html', hasDictionaries)}
${textEndings
  .filter((ending) => ending !== 'html')
  .map((ending) => text(`~ \\.${ending}$`, '$uri', required(contentTypes[ending], ending)))
  .join('\n')}
location ~ \\.(?!(html|br|gz|dcz)$)[a-z0-9]+$ {
  try_files $uri @home;
}
location @home {
  error_page 503 @missing;
  # The folder of the edition is gone, or nginx may not read it.
  if ($uri = /) {
    return 503;
  }
  if ($uri ~ ^/_astro/) {
    return 404;
  }
  if (-f $document_root$page.html) {
    return 301 $page$is_args$args;
  }
  return 302 /;
}
`;

const TO_SERVICE = `proxy_pass http://service;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`;

/** Instead of a page of nginx, which leads nowhere. */
const refusal = (place: string, status: number, words: string): string => `location ${place} {
  default_type text/plain;
  add_header Cache-Control no-store always;
  return ${status} "${words}\\n";
}`;

const page = (place: string, file: string, hasDictionaries: boolean): string =>
  text(place, file, required(contentTypes['html'], 'type of pages'), hasDictionaries ? `${file}$page_ending ` : '');

const text = (place: string, file: string, type: string, first = ''): string => `location ${place} {
  types {}
  default_type "${type}";
  try_files ${first}${file}$ending ${file} @home;
}`;
