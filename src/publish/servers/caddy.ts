import { LANGUAGE_WISHES } from '../../editions/negotiate.ts';
import { isText } from '../compress.ts';
import { contentTypes, UNKNOWN_TYPE } from '../content-types.ts';
import { encodings, endingPatterns } from '../encodings.ts';
import { headersFor, SPECULATION_FILE } from '../headers.ts';
import type { Manifest, ManifestEdition } from '../manifest.ts';
import { caddyLanguage } from './caddy-language.ts';
import { byHost, COMMON_HEADERS, isCompressed, POLICY, SERVICE } from './shared.ts';

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

const texts = Object.keys(contentTypes).filter((ending) => isText(`x.${ending}`));

function site(onHost: ManifestEdition[]): string {
  const [first] = onHost;
  const several = onHost.length > 1;
  const headers = headersFor(first!.headers, '/');
  const lines = [...COMMON_HEADERS, 'Cache-Control'].map((name) => `\t\t${name} ${quote(headers[name]!)}`);
  const root = several ? `${first!.host}/{lang}` : first!.root;
  const send = sending(onHost);
  return `
http://${first!.host}:{$PORT:80} {
${several ? caddyLanguage(onHost) : ''}	root * {$SITE_ROOT:.}/${root}
	# The service sends the headers of its answers itself.
	@files not path /api/*
	header @files {
		${POLICY} ${several ? '{policy}' : quote(headers[POLICY]!)}
${lines.join('\n')}
	}
	header -Server
	# Either or: of two headers Caddy sets the one without a condition last.
	@camera path /chat /test
	header @camera Permissions-Policy ${quote(headersFor(first!.headers, '/chat')['Permissions-Policy']!)}
	@elsewhere not path /chat /test /api/*
	header @elsewhere Permissions-Policy ${quote(headers['Permissions-Policy']!)}
	map {path} {type} {
		/${SPECULATION_FILE} ${headersFor(first!.headers, `/${SPECULATION_FILE}`)['Content-Type']}
${Object.entries(contentTypes)
  .map(([ending, type]) => `\t\t~\\.${ending}$ "${type}"`)
  .join('\n')}
		~\\.[a-z0-9]+$ ${UNKNOWN_TYPE}
		default "${contentTypes['html']}"
	}
	@text path_regexp (/[^./]*|\\.(${texts.join('|')}))$
	# Caddy itself goes by q, and knows no "*".
	map {header.Accept-Encoding} {encoding} {
${endingPatterns.map(([pattern, ending]) => `\t\t"~(?i)${pattern}" ${ending ? encodings[ending] : '""'}`).join('\n')}
		default ""
	}
	request_header Accept-Encoding {encoding}

	handle /api/* {
		reverse_proxy {$SERVICE:${SERVICE}} {
			# Whose X-Forwarded-For is believed: of a CDN in front, its ranges.
			trusted_proxies {$CDN_RANGES:127.0.0.1/32}
		}
	}
	@write not method GET HEAD
	handle @write {
		respond 405
	}
	@hashed {
		path /_astro/*
		not path *.html *.br *.gz
		file
	}
	handle @hashed {
		header Cache-Control ${quote(headersFor(first!.headers, '/_astro/x')['Cache-Control']!)}
		${send}
	}
	handle /_astro/* {
		respond 404
	}
	@hidden path *.html *.br *.gz /index /404
	handle @hidden {
		redir * / 302
	}
	@shared {
		path /robots.txt /sitemap.xml /favicon.svg /${SPECULATION_FILE} /.well-known/*
		file {
			root {$SITE_ROOT:.}/${first!.root}
		}
	}
	handle @shared {
		root * {$SITE_ROOT:.}/${first!.root}
		${send}
	}
	@words path_regexp words ^/assets/i18n/(${onHost.map(({ lang }) => lang).join('|')})\\.json$
	handle @words {
		root * {$SITE_ROOT:.}/${first!.host}/{re.words.1}
		${send}
	}
	handle / {
		rewrite * /index.html
		${send}
	}
	@page {
		not path_regexp \\.[a-z0-9]+$
		file {path}.html
	}
	handle @page {
		rewrite * {path}.html
		${send}
	}
	@file {
		path_regexp \\.[a-z0-9]+$
		file
	}
	handle @file {
		${send}
	}
	handle {
		redir * / 302
	}
}
`;
}

/** How a file is sent that is there. The Vary is put off until Caddy has written its own. */
function sending(onHost: ManifestEdition[]): string {
  const vary = ['Accept-Encoding', ...(onHost.length > 1 ? [LANGUAGE_WISHES] : [])].join(', ');
  const varying = `header @text {
			Vary "${vary}"
			defer
		}
		`;
  return `${isCompressed(onHost) ? varying : ''}header Content-Type {type}
		file_server {
			precompressed br gzip
			disable_canonical_uris
		}`;
}

/** Between back quotes, where nothing needs escaping. */
const quote = (value: string): string => `\`${value}\``;
