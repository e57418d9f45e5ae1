import { headersFor, SPECULATION_FILE } from '../headers.ts';
import type { ManifestEdition } from '../manifest.ts';
import { languagePattern, POLICY, variableName } from './shared.ts';

/** Which language answers on a host with several: ?lang=, cookie, Accept-Language, default; in which folder it lies, and its policy. */
export function nginxLanguage(onHost: ManifestEdition[]): string {
  const [first] = onHost;
  const name = variableName(first!.host);
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
    "~*^${languagePattern(tags, '(?<tag>')}" $tag;
  }
  map $wish_${name} $wished_${name} {
    default "";
${forms}
  }
  map "$asked_${name}:$kept_${name}:$wished_${name}" $lang_${name} {
    default ${tags[0]};
    "~^(?<first>[^:]+):" $first;
    "~^:(?<second>[^:]+):" $second;
    "~^::(?<third>.+)$" $third;
  }
  map $lang_${name} $policy_${name} {
${onHost.map(({ lang, headers }) => `    ${lang} "${headersFor(headers, '/')[POLICY]}";`).join('\n')}
  }
  map $arg_lang $cookie_${name} {
    default "";
${cookies.join('\n')}
  }
  map $uri $root_${name} {
    default ${first!.host}/$lang_${name};
    "~^/(robots\\.txt|sitemap\\.xml|favicon\\.svg|${SPECULATION_FILE.replace('.', '\\.')}|\\.well-known/.*)$" ${first!.root};
    "~^/assets/i18n/(?<words>${tags.join('|')})\\.json$" ${first!.host}/$words;
  }
`;
}
