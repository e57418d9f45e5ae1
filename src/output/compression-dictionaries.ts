import { DICTIONARY_PATTERN } from './content-encodings.ts';
import type { ManifestEdition } from './manifest.ts';
import type { HeaderRule } from './match-headers.ts';

/** Start of the path of every dictionary. */
export const DICTIONARY_PATHS = '/_astro/compression-dictionary.';

/** Request headers that answers with a page depend on in a build with dictionaries. */
export const PAGE_VARY = 'Accept-Encoding, Available-Dictionary';

/** Path of a dictionary below the root of an edition. */
export const dictionaryFile = (sha256: string): string =>
  `${DICTIONARY_PATHS.slice(1)}${sha256.slice(0, 16)}.dictionary`;

/**
 * Headers of an edition with a dictionary: browsers fetch it when they have nothing else to do, and use it for all documents of the host.
 * @see https://www.rfc-editor.org/rfc/rfc9842
 */
export const dictionaryHeaders = (file: string): HeaderRule[] => [
  { path: '/*', headers: { Link: `</${file}>; rel="compression-dictionary"` } },
  { path: `${DICTIONARY_PATHS}*`, headers: { 'Use-As-Dictionary': 'match="/*", match-dest=("document")' } },
];

/** Value of Available-Dictionary for the dictionary of an edition. */
export const availableDictionary = ({ dictionary = '', files }: ManifestEdition): string | undefined =>
  files[dictionary] && `:${Buffer.from(files[dictionary].sha256, 'hex').toString('base64')}:`;

/** Whether a client has the dictionary of an edition and reads pages that are compressed with it. */
export const hasDictionary = (
  edition: ManifestEdition,
  headers: { 'available-dictionary'?: string | string[] | undefined; 'accept-encoding'?: string | undefined },
): boolean =>
  edition.dictionary !== undefined &&
  headers['available-dictionary'] === availableDictionary(edition) &&
  new RegExp(DICTIONARY_PATTERN, 'i').test(headers['accept-encoding'] ?? '');
