import { headersFor } from '../headers.ts';
import type { Manifest, ManifestEdition } from '../manifest.ts';
import { byHost, COMMON_HEADERS, languagePattern, variableName } from './shared.ts';

/** `nginx.conf` that serves every host: `nginx -p /path/to/dist -c publish/nginx.conf`. */
export function nginxConf({ editions }: Manifest): string {
  const hosts = byHost(editions);
  return `# Serves dist/ as it is: nginx -p /path/to/dist -c publish/nginx.conf
# Made by the build. Put TLS in front, or add "listen 443 ssl" and certificates in a file of your own.
events {}

http {
  types {
    text/html html;
    text/plain txt;
    application/json json;
    application/xml xml;
    image/svg+xml svg;
    image/avif avif;
    image/jpeg jpg;
    text/javascript js;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/plain application/json application/xml text/javascript;
  absolute_redirect off;
  server_tokens off;
  server_names_hash_bucket_size 128;
  map_hash_bucket_size 256;
  access_log off;

  map "$status $uri" $cache_control {
    default no-cache;
    "~^(200|304) /_astro/" "${headersFor(editions[0]!.headers, '/_astro/x')['Cache-Control']}";
  }
  map $uri $permissions_policy {
    default "${headersFor(editions[0]!.headers, '/')['Permissions-Policy']}";
    "~^/(chat|test)(\\.html)?$" "${headersFor(editions[0]!.headers, '/chat')['Permissions-Policy']}";
  }
${hosts
  .filter((onHost) => onHost.length > 1)
  .map(languageMaps)
  .join('\n')}
  server {
    listen 80 default_server;
    return 421;
  }
${hosts.map(server).join('\n')}
}
`;
}

/** Which language answers on a host with several: ?lang=, cookie, Accept-Language, default. */
function languageMaps(onHost: ManifestEdition[]): string {
  const name = variableName(onHost[0]!.host);
  const tags = onHost.map(({ lang }) => lang);
  const known = tags.map((lang) => `    ${lang} ${lang};`).join('\n');
  const forms = tags.map((lang) => `    "~*^${lang}$" ${lang};`).join('\n');
  const cookies = tags.map((lang) => `    ${lang} "lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure";`);
  return `
  map $arg_lang $asked_${name} {
    default "";
${known}
  }
  map $cookie_lang $kept_${name} {
    default "";
${known}
  }
  map $http_accept_language $wish_${name} {
    default "";
    "~*^${languagePattern(tags, '(?<tag_' + name + '>')}" $tag_${name};
  }
  map $wish_${name} $wished_${name} {
    default "";
${forms}
  }
  map "$asked_${name}:$kept_${name}:$wished_${name}" $lang_${name} {
    default ${tags[0]};
    "~^(?<first_${name}>[^:]+):" $first_${name};
    "~^:(?<second_${name}>[^:]+):" $second_${name};
    "~^::(?<third_${name}>.+)$" $third_${name};
  }
  map $arg_lang $cookie_${name} {
    default "";
${cookies.join('\n')}
  }
`;
}

function server(onHost: ManifestEdition[]): string {
  const [first] = onHost;
  const several = onHost.length > 1;
  const name = variableName(first!.host);
  const root = several ? `${first!.host}/$lang_${name}` : first!.root;
  const headers = headersFor(first!.headers, '/');
  const lines = COMMON_HEADERS.map((header) => `    add_header ${header} ${quote(headers[header]!)} always;`);
  const language = several
    ? `    add_header Vary "Accept-Language, Cookie" always;\n    add_header Set-Cookie $cookie_${name} always;\n`
    : '';
  const words = onHost.map(
    ({ lang, root: own }) => `    location = /assets/i18n/${lang}.json {\n      root ${own};\n    }`,
  );
  return `
  server {
    listen 80;
    server_name ${first!.host};
    root ${root};
${lines.join('\n')}
    add_header Permissions-Policy $permissions_policy always;
    add_header Cache-Control $cache_control always;
${language}    if ($request_method !~ ^(GET|HEAD)$) {
      return 405;
    }
    location = / {
      try_files /index.html @home;
    }
    location / {
      try_files $uri.html @home;
    }
    location ~ (\\.html|^/index|^/404|^/_headers)$ {
      return 302 /;
    }
    location ^~ /_astro/ {
      try_files $uri =404;
    }
    location ~ ^/(robots\\.txt|sitemap\\.xml|favicon\\.svg)$ {
      root ${first!.root};
      try_files $uri @home;
    }
    location ~ \\.[a-z0-9]+$ {
      try_files $uri @home;
    }
    location ^~ /.well-known/ {
      root ${first!.root};
      try_files $uri @home;
    }
    location = /speculation-rules.json {
      root ${first!.root};
      types {}
      default_type application/speculationrules+json;
    }
${words.join('\n')}
    location @home {
      return 302 /;
    }
  }
`;
}

const quote = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;
