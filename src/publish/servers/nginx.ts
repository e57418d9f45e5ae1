import { LANGUAGE_WISHES } from '../../editions/negotiate.ts';
import { isText } from '../compress.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { encodings, endingPatterns } from '../encodings.ts';
import { headersFor, SPECULATION_FILE } from '../headers.ts';
import type { Manifest, ManifestEdition } from '../manifest.ts';
import { nginxLanguage } from './nginx-language.ts';
import { byHost, COMMON_HEADERS, isCompressed, POLICY, SERVICE, variableName } from './shared.ts';

const texts = Object.entries(contentTypes).filter(([ending]) => isText(`x.${ending}`));
const others = Object.entries(contentTypes).filter(([ending]) => !isText(`x.${ending}`));

const TO_SERVICE = `      proxy_pass http://${SERVICE};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`;

/** `nginx.conf` that serves every host: `nginx -p /path/to/dist -c publish/nginx.conf`. It needs no module that nginx may lack. */
export function nginxConf({ editions }: Manifest): string {
  const hosts = byHost(editions);
  const headers = (path: string): Record<string, string> => headersFor(editions[0]!.headers, path);
  return `# Serves dist/ as it is: nginx -p /path/to/dist -c publish/nginx.conf
# Made by the build. Put TLS in front, or add "listen 443 ssl" and certificates in a file of your own.
events {
  # A socket of the chat is open for as long as its page, and takes two.
  worker_connections 16384;
}
worker_rlimit_nofile 32768;

http {
  types {
${others.map(([ending, type]) => `    ${type} ${ending};`).join('\n')}
  }
  default_type ${UNKNOWN_TYPE};
  absolute_redirect off;
  server_tokens off;
  server_names_hash_bucket_size 512;
  variables_hash_bucket_size 512;
  variables_hash_max_size 8192;
  map_hash_bucket_size 256;
  access_log off;

  map "$request_method $uri" $is_refused {
    default 1;
    "~^(GET|HEAD) " 0;
    "~ /api/" 0;
  }
  map "$status $uri" $cache_control {
    default no-cache;
    "~^(200|304) /_astro/" "${headers('/_astro/x')['Cache-Control']}";
  }
  map $uri $permissions_policy {
    default "${headers('/')['Permissions-Policy']}";
    "~^/(chat|test)(\\.html(\\.br|\\.gz)?)?$" "${headers('/chat')['Permissions-Policy']}";
  }

  # Which compressed file is sent. By the time of the headers $uri is that file, and $status tells it from a redirect.
  map $http_accept_encoding $ending {
    default "";
${endingPatterns.map(([pattern, ending]) => `    "~*${pattern}" "${ending}";`).join('\n')}
  }
  map "$status $uri" $content_encoding {
    default "";
${Object.entries(encodings)
  .map(([ending, name]) => `    "~^200 .*\\${ending}$" ${name};`)
  .join('\n')}
  }
  map "$status $uri" $vary {
    default "";
    "~^(200|304) .*\\.(${texts.map(([ending]) => ending).join('|')})(\\.br|\\.gz)?$" "Accept-Encoding";
  }
  map $vary $vary_with_language {
    default "${LANGUAGE_WISHES}";
    Accept-Encoding "Accept-Encoding, ${LANGUAGE_WISHES}";
  }
${hosts
  .filter((onHost) => onHost.length > 1)
  .map(nginxLanguage)
  .join('\n')}
  server {
    listen 80 default_server;
    return 421;
  }
${hosts.map(server).join('\n')}
}
`;
}

function server(onHost: ManifestEdition[]): string {
  const [first] = onHost;
  const several = onHost.length > 1;
  const name = variableName(first!.host);
  const headers = headersFor(first!.headers, '/');
  const compressed = isCompressed(onHost);
  const vary = several ? (compressed ? '$vary_with_language' : quote(LANGUAGE_WISHES)) : '$vary';
  const added = [
    [POLICY, several ? `$policy_${name}` : quote(headers[POLICY]!)],
    ...COMMON_HEADERS.map((header) => [header, quote(headers[header]!)]),
    ['Permissions-Policy', '$permissions_policy'],
    ['Cache-Control', '$cache_control'],
    ...(several || compressed ? [['Vary', vary]] : []),
    ...(several ? [['Set-Cookie', `$cookie_${name}`]] : []),
    ...(compressed ? [['Content-Encoding', '$content_encoding']] : []),
  ];
  const ending = compressed ? '$ending' : '';
  const text = (place: string, file: string, type: string): string =>
    `    location ${place} {\n      types {}\n      default_type "${type}";\n      try_files ${file}${ending} @home;\n    }`;
  return `
  server {
    listen 80;
    server_name ${first!.host};
    root ${several ? `$root_${name}` : first!.root};
${added.map(([header, value]) => `    add_header ${header} ${value} always;`).join('\n')}
    if ($is_refused) {
      return 405;
    }
    location ^~ /api/chat/ {
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
    location ^~ /api/ {
${TO_SERVICE}
      client_max_body_size 32k;
      add_header X-None "";
    }
${text('= /', '/index.html', contentTypes['html']!)}
${text('/', '$uri.html', contentTypes['html']!)}
    location ~ ^/(index|404)$ {
      return 302 /;
    }
${text(`= /${SPECULATION_FILE}`, '$uri', headersFor(first!.headers, `/${SPECULATION_FILE}`)['Content-Type']!)}
${texts
  .filter(([own]) => own !== 'html')
  .map(([own, type]) => text(`~ \\.${own}$`, '$uri', type))
  .join('\n')}
    location ~ \\.(?!(html|br|gz)$)[a-z0-9]+$ {
      try_files $uri @home;
    }
    location @home {
      if ($uri ~ ^/_astro/) {
        return 404;
      }
      return 302 /;
    }
  }
`;
}

const quote = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;
