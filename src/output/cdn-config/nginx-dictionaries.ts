import { DICTIONARY_PATHS, PAGE_VARY } from '../compression-dictionaries.ts';
import { DICTIONARY_PATTERN } from '../content-encodings.ts';
import type { Dictionary, HeaderOf } from './server-facts.ts';

/** Line of the map of Vary. It goes before that of other texts. */
export const PAGES_VARY = `    "~^(200|304|412|416) .*\\.html(\\.br|\\.gz|\\.dcz)?$" "${PAGE_VARY}";
`;

/** Directives of the server. */
export const DICTIONARY_HEADERS = `    add_header Link $link always;
    add_header Use-As-Dictionary $use_as_dictionary always;
`;

/**
 * Maps that choose pages compressed with the dictionary that the client has.
 * @param header of a path
 */
export function nginxDictionaries(dictionaries: Dictionary[], header: HeaderOf): string {
  if (!dictionaries.length) return '';
  const numbered = dictionaries.map((dictionary, index) => ({ ...dictionary, number: index + 1 }));
  return `
  # Compression dictionaries (RFC 9842).
  map $host/$lang $dictionary {
    default 0;
${numbered.flatMap(({ roots, number }) => roots.map((root) => `    ${root} ${number};`)).join('\n')}
  }
  map "$is_document $dictionary" $link {
${numbered.map(({ link, number }) => `    "1 ${number}" ${quote(link)};`).join('\n')}
  }
  map "$status $uri" $use_as_dictionary {
    "~^(200|304) ${DICTIONARY_PATHS.replaceAll('.', '[.]')}" ${quote(header(`${DICTIONARY_PATHS}x`, 'Use-As-Dictionary'))};
  }
  # A pattern, because other values are compared in any case.
  map "$dictionary $http_available_dictionary" $has_dictionary {
    default 0;
${numbered.map(({ available, number }) => `    "~^${number} ${available.replaceAll('+', '[+]')}$" 1;`).join('\n')}
  }
  map "$has_dictionary,$http_accept_encoding" $page_ending {
    default $ending;
    "~*^1.*${DICTIONARY_PATTERN}" .dcz;
  }
`;
}

export const quote = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;
