import { PAGE_VARY } from '../compression-dictionaries.ts';
import { DICTIONARY_PATTERN, endingPatterns } from '../content-encodings.ts';
import { HSTS } from '../match-headers.ts';
import { LANGUAGE_HEADERS } from '../requests/negotiate.ts';
import { aliases, TRAILING_SLASH } from '../requests/page-redirects.ts';
import { HOST_PATHS, TRANSLATION_PATHS } from '../requests/request-target.ts';
import { KEY_PATH } from '../surrogate-keys.ts';
import { languageMaps } from './language-maps.ts';
import { valuesOf, variableOf, type WriteMap } from './notation.ts';
import { type ServerFacts, textEndings } from './server-facts.ts';

/** The maps that nginx and Caddy share: which edition answers, with which file and which headers. */
export const sharedMaps = (map: WriteMap, facts: ServerFacts): string => `${languageMaps(map, facts)}
${pathMaps(map)}
# What the pages of each edition may load. It changes with their styles and scripts: reload the server when the build says so.
${editionMaps(map, '$policy_number', '$policy', facts.policies)}
${map('$host', '$hsts_of_host', valuesOf(facts.hsts))}
# Over HTTPS, which a proxy in front may have ended.
${map('$hsts_of_host|$scheme $http_x_forwarded_proto', variableOf(HSTS), { '~^([^|]+)[|].*https': '$1' })}

${encodingMaps(map, facts)}${dictionaryMaps(map, facts)}${surrogateKeyMaps(map, facts)}`;

function pathMaps(map: WriteMap): string {
  const rootLang = { [`~^([^ ]+)[^/]*${HOST_PATHS.slice(1)}`]: '$1', [`~^[^/]*${TRANSLATION_PATHS.slice(1)}`]: '$1' };
  const pages = Object.fromEntries([...aliases].map(([path, page]) => [`~^${path}/?$`, page]));
  return `# The language of the edition whose files answer.
${map('$languages $uri', '$root_lang', rootLang, '$lang')}
# The page that a path means.
${map('$uri', '$page', { ...pages, '~^/(index|404)/$': '', [`~${TRAILING_SLASH}`]: '$1' })}
`;
}

/** Gives editions a number, and the number a value, which is long and the same for many editions. */
function editionMaps(
  map: WriteMap,
  number: string,
  target: string,
  values: [value: string, roots: string[]][],
): string {
  const rootsOfNumbers = values.map(([, roots], index): [number, string[]] => [index + 1, roots]);
  const valueOfNumber = Object.fromEntries(values.map(([value], index) => [index + 1, value]));
  return `${map('$host/$lang', number, valuesOf(rootsOfNumbers))}
${map(number, target, valueOfNumber)}`;
}

/** Which compressed file is sent, and the header Vary. A build that leaves compressed forms out has maps without values. */
function encodingMaps(map: WriteMap, { isCompressed, dictionaries }: ServerFacts): string {
  const endings = Object.fromEntries(endingPatterns.map(([pattern, ending]) => [`~*${pattern}`, ending]));
  const varying = {
    ...(dictionaries.length && { '~^1 .*[.]html([.](br|gz|dcz))?$': PAGE_VARY }),
    [`~^1 .*[.](${textEndings.join('|')})([.](br|gz|dcz))?$`]: 'Accept-Encoding',
  };
  const vary = { '~ .*;(.+)$': `$1, ${LANGUAGE_HEADERS}`, '~ .*;$': LANGUAGE_HEADERS, '~;(.+)$': '$1' };
  return `# Which compressed file is sent.
${map('$http_accept_encoding', '$ending', isCompressed ? endings : {})}
${map('$is_found $uri', '$vary_encoding', isCompressed ? varying : {})}
${map('$languages;$vary_encoding', '$vary', vary)}
`;
}

/** The dictionary of an edition, and whether a page is sent compressed with it. */
function dictionaryMaps(map: WriteMap, { dictionaries }: ServerFacts): string {
  if (!dictionaries.length) return '';
  const links = dictionaries.map(({ link, roots }): [string, string[]] => [link, roots]);
  const patterns = dictionaries.map(({ available }, index) => `~^${index + 1} ${available.replaceAll('+', '[+]')}$`);
  return `
# Compression dictionaries (RFC 9842).
${editionMaps(map, '$dictionary', '$dictionary_link', links)}
# A pattern, because nginx compares other values in any case.
${map('$dictionary $http_available_dictionary', '$has_dictionary', valuesOf([[1, patterns]]))}
${map('$has_dictionary,$http_accept_encoding', '$page_ending', { [`~*^1.*${DICTIONARY_PATTERN}`]: '.dcz' }, '$ending')}
`;
}

/** The keys of an answer, in the header that its brand names; see `surrogateKeysFor`. */
function surrogateKeyMaps(map: WriteMap, { surrogateHeaders }: ServerFacts): string {
  if (!surrogateHeaders.length) return '';
  const keyMaps = surrogateHeaders.map(({ header, separator }) => {
    const keys = ['$2@$1', '$1$3', '$2$3'].join(separator);
    const values = { [`~^${header} ([^/]+)/([^/]+)(/.*)$`]: keys };
    return map('$key_header $host/$root_lang$key_path', variableOf(header), values);
  });
  return `
# Keys by which a CDN purges: edition, URL and text.
${map('$uri', '$key_path', { [`~${KEY_PATH}`]: '/$1' })}
${map('$host', '$key_header', valuesOf(surrogateHeaders.map(({ header, hosts }) => [header, hosts])))}
${keyMaps.join('\n')}
`;
}
