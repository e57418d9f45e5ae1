import { headersFor } from '../headers.ts';
import type { Manifest, ManifestEdition } from '../manifest.ts';
import { byHost, COMMON_HEADERS, languagePattern } from './shared.ts';

/** `Caddyfile` that serves every host: `SITE_ROOT=/path/to/dist caddy run --config publish/Caddyfile`. */
export const caddyfile = ({
  editions,
}: Manifest): string => `# Serves dist/ as it is: SITE_ROOT=/path/to/dist caddy run --config publish/Caddyfile
# Made by the build. It speaks HTTP; take "http://" away from the host names, and auto_https out, to have Caddy do TLS.
{
	admin off
	auto_https off
}

http://:{$PORT:80} {
	respond 421
}
${byHost(editions).map(site).join('\n')}`;

function site(onHost: ManifestEdition[]): string {
  const [first] = onHost;
  const headers = headersFor(first!.headers, '/');
  const lines = [...COMMON_HEADERS, 'Permissions-Policy', 'Cache-Control'].map(
    (name) => `\t\t${name} ${quote(headers[name]!)}`,
  );
  const root = onHost.length > 1 ? `${first!.host}/{lang}` : first!.root;
  const words = onHost.map(
    ({ lang, root: own }) =>
      `\thandle /assets/i18n/${lang}.json {\n\t\troot * {$SITE_ROOT:.}/${own}\n\t\tfile_server\n\t}`,
  );
  return `
http://${first!.host}:{$PORT:80} {
${onHost.length > 1 ? languageMaps(onHost) : ''}	root * {$SITE_ROOT:.}/${root}
	header {
${lines.join('\n')}
	}
	header -Server
	@camera path /chat /test
	header @camera Permissions-Policy ${quote(headersFor(first!.headers, '/chat')['Permissions-Policy']!)}
	@xml path *.xml
	header @xml Content-Type "application/xml; charset=utf-8"
	@json {
		path *.json
		not path /speculation-rules.json
	}
	header @json Content-Type "application/json; charset=utf-8"
	header /speculation-rules.json Content-Type application/speculationrules+json

	@other not method GET HEAD
	handle @other {
		respond 405
	}
	@hidden path *.html /index /404 /_headers
	handle @hidden {
		redir * / 302
	}
	@hashed {
		path /_astro/*
		file
	}
	handle @hashed {
		header Cache-Control ${quote(headersFor(first!.headers, '/_astro/x')['Cache-Control']!)}
		file_server
	}
	handle /_astro/* {
		respond 404
	}
	@shared {
		path /robots.txt /sitemap.xml /favicon.svg /speculation-rules.json /.well-known/*
		file {
			root {$SITE_ROOT:.}/${first!.root}
		}
	}
	handle @shared {
		root * {$SITE_ROOT:.}/${first!.root}
		file_server
	}
${words.join('\n')}
	handle / {
		rewrite * /index.html
		file_server {
			disable_canonical_uris
		}
	}
	@page {
		not path_regexp \\.[a-z0-9]+$
		file {path}.html
	}
	handle @page {
		rewrite * {path}.html
		file_server {
			disable_canonical_uris
		}
	}
	handle {
		redir * / 302
	}
}
`;
}

/** Which language answers on a host with several: ?lang=, cookie, Accept-Language, default. */
function languageMaps(onHost: ManifestEdition[]): string {
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
	header Vary "Accept-Language, Cookie"
${tags
  .map(
    (lang) =>
      `	@ask-${lang} query lang=${lang}\n	header @ask-${lang} Set-Cookie "lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure"`,
  )
  .join('\n')}
`;
}

/** Between back quotes, where nothing needs escaping. */
const quote = (value: string): string => `\`${value}\``;
