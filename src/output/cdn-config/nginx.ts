import { BODY_MAX_BYTES } from '../../contract/api-paths.ts';
import { required } from '../../shared/required.ts';
import { encodings, endingPatterns } from '../content-encodings.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { POLICY } from '../former-csp.ts';
import { CAMERA_PATHS, HSTS, NO_DOCUMENT_PATHS, PRIVATE_PATH } from '../match-headers.ts';
import { LANGUAGE_HEADERS, languageCookie } from '../requests/negotiate.ts';
import { aliases, TRAILING_SLASH } from '../requests/page-redirects.ts';
import { HOST_PATHS, INVALID_TARGET, TRANSLATION_PATHS } from '../requests/request-target.ts';
import { DICTIONARY_HEADERS, nginxDictionaries, PAGES_VARY, quote } from './nginx-dictionaries.ts';
import { nginxLanguage } from './nginx-language.ts';
import { nginxSurrogateKeys, nginxSurrogateVariable } from './nginx-surrogate-keys.ts';
import { COMMON_HEADERS, REFUSALS, SERVICE, type ServerFacts, textEndings } from './server-facts.ts';

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
export function nginxHttp(facts: ServerFacts): string {
  return `# Every build writes this file again. The block that includes it then sets $site_root, and has an upstream "service".
  types {
${Object.entries(contentTypes)
  .filter(([ending]) => !textEndings.includes(ending))
  .map(([ending, type]) => `    ${type} ${ending};`)
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

${languageMaps(facts)}${PATH_MAPS}${headerMaps(facts)}${policyMaps(facts)}`;
}

const languageMaps = ({ hosts, lists }: ServerFacts): string => `  # The languages of each host, its default first.
  map $host $languages {
    default "";
${hosts.map(([host, languages]) => `    ${host} ${languages.includes(' ') ? quote(languages) : languages};`).join('\n')}
  }
${lists.map((languages, index) => nginxLanguage(languages, index + 1)).join('')}
  map $languages $lang {
    default $languages;
${lists.map((languages, index) => `    ${quote(languages)} $chosen_${index + 1};`).join('\n')}
  }
  map $languages $asked {
    default "";
${lists.map((languages, index) => `    ${quote(languages)} $asked_${index + 1};`).join('\n')}
  }
  map $asked $set_cookie {
    "~." "${languageCookie('$asked')}";
  }
  map $languages $default_lang {
    "~^([^ ]+)" $1;
  }

`;

const PATH_MAPS = `  # The root of the edition that answers.
  map $uri $root {
    default $host/$lang;
    "~${HOST_PATHS}" $host/$default_lang;
    "~${TRANSLATION_PATHS}" $host/$1;
  }

  # The page that a path means.
  map $uri $page {
    default "";
${[...aliases].map(([path, page]) => `    "~^${path}/?$" ${page};`).join('\n')}
    "~${TRAILING_SLASH}" $1;
  }

  map "$request_method $uri" $is_refused {
    default 1;
    "~^(GET|HEAD) " 0;
    "~^[^ ]+ /api/" 0;
  }
  map $request_uri $is_invalid {
    default 0;
    "~*${INVALID_TARGET}" 1;
  }
`;

const headerMaps = ({ header, hsts, isCompressed, dictionaries }: ServerFacts): string => `  map $host $hsts_of_host {
    default "";
${hsts.flatMap(([value, hosts]) => hosts.map((host) => `    ${host} ${quote(value)};`)).join('\n')}
  }
  # Over HTTPS, which a proxy in front may have ended.
  map "$scheme $http_x_forwarded_proto" $hsts {
    "~https" $hsts_of_host;
  }
  map $status $allow {
    405 "GET, HEAD";
  }
  map "$status $uri" $cache_control {
    default ${header('/', 'Cache-Control')};
    "~^(200|304) /_astro/" "${header('/_astro/x', 'Cache-Control')}";
    "~ ${PRIVATE_PATH}(\\.html(\\.br|\\.gz|\\.dcz)?)?$" ${header(PRIVATE_PATH, 'Cache-Control')};
  }
  # Headers of documents are longer than many scripts.
  map "$status $uri" $is_document {
    default 1;
    "~^(200|304) ${NO_DOCUMENT_PATHS.replace('^', '')}" 0;
  }
${ONLY_OF_DOCUMENTS.map(
  ([name, variable]) => `  map $is_document ${variable} {
    1 ${quote(header('/', name))};
  }`,
).join('\n')}
  map "$is_document $uri" $permissions_policy {
    default "${header('/', 'Permissions-Policy')}";
    "~^0 " "";
    "~^1 (${CAMERA_PATHS.join('|')})(\\.html(\\.br|\\.gz|\\.dcz)?)?$" "${header(CAMERA_PATHS[0], 'Permissions-Policy')}";
  }
${isCompressed ? compression(dictionaries.length > 0) : PLAIN}
${nginxDictionaries(dictionaries, header)}  map "$languages;$vary_encoding" $vary {
    "~ .*;(.+)$" "$1, ${LANGUAGE_HEADERS}";
    "~ .*;$" "${LANGUAGE_HEADERS}";
    "~;(.+)$" $1;
  }

`;

const policyMaps = ({
  policies,
  surrogateHeaders,
}: ServerFacts): string => `  # What the pages of each edition may load. It changes with their styles and scripts: reload nginx when the build says so.
  map $host/$lang $policy_number {
    default 0;
${policies.flatMap(([, roots], index) => roots.map((root) => `    ${root} ${index + 1};`)).join('\n')}
  }
  map "$is_document $policy_number" $policy {
${policies.map(([policy], index) => `    "1 ${index + 1}" ${quote(policy)};`).join('\n')}
  }

${nginxSurrogateKeys(surrogateHeaders)}
`;

/** Its part that a server includes: `nginx-server.conf`. */
export const nginxServer = ({
  header,
  surrogateHeaders,
  dictionaries,
}: ServerFacts): string => `# Every build writes this file again.
    root $site_root/$root;
    add_header ${HSTS} $hsts always;
    add_header ${POLICY} $policy always;
    add_header Permissions-Policy $permissions_policy always;
${ONLY_OF_DOCUMENTS.map(([name, variable]) => `    add_header ${name} ${variable} always;`).join('\n')}
${COMMON_HEADERS.map((name) => `    add_header ${name} ${quote(header('/', name))} always;`).join('\n')}
    add_header Cache-Control $cache_control always;
${surrogateHeaders.map(({ header: name }) => `    add_header ${name} ${nginxSurrogateVariable(name)} always;\n`).join('')}    add_header Vary $vary always;
${dictionaries.length ? DICTIONARY_HEADERS : ''}    add_header Set-Cookie $set_cookie always;
    add_header Content-Encoding $content_encoding always;
    add_header Allow $allow always;
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
${locations(dictionaries.length > 0)}`;

const locations = (hasDictionaries: boolean): string => `    location ~ ^/api/chat/ {
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

/** Headers that all documents have in common, with the variables that hold them. */
const ONLY_OF_DOCUMENTS = [
  ['Cross-Origin-Opener-Policy', '$opener_policy'],
  ['Speculation-Rules', '$speculation_rules'],
] as const;

const TO_SERVICE = `      proxy_pass http://service;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`;

/** Instead of a page of nginx, which leads nowhere. */
const refusal = (place: string, status: number, words: string): string => `    location ${place} {
      default_type text/plain;
      add_header Cache-Control no-store always;
      return ${status} "${words}\\n";
    }`;

const page = (place: string, file: string, hasDictionaries: boolean): string =>
  text(place, file, required(contentTypes['html'], 'type of pages'), hasDictionaries ? `${file}$page_ending ` : '');

const text = (place: string, file: string, type: string, first = ''): string => `    location ${place} {
      types {}
      default_type "${type}";
      try_files ${first}${file}$ending ${file} @home;
    }`;

const compression = (hasDictionaries: boolean): string => `
  # Which compressed file is sent. By the time of the headers $uri is that file, and $status tells it from a redirect.
  map $http_accept_encoding $ending {
${endingPatterns.map(([pattern, ending]) => `    "~*${pattern}" "${ending}";`).join('\n')}
  }
  map "$status $uri" $content_encoding {
${Object.entries(encodings)
  .map(([ending, name]) => `    "~^200 .*\\${ending}$" ${name};`)
  .join('\n')}
  }
  map "$status $uri" $vary_encoding {
${hasDictionaries ? PAGES_VARY : ''}    "~^(200|304|412|416) .*\\.(${textEndings.join('|')})(\\.br|\\.gz)?$" Accept-Encoding;
  }`;

/** For a build that leaves compressed forms out. */
const PLAIN = `
  map $uri $ending {
    default "";
  }
  map $uri $content_encoding {
    default "";
  }
  map $uri $vary_encoding {
    default "";
  }`;
