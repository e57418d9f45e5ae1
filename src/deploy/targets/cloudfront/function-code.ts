import { fileURLToPath } from 'node:url';

import { build } from 'rolldown';

import { endingPatterns } from '../../../output/content-encodings.ts';
import { DOCUMENT_HEADERS, NO_DOCUMENT_PATHS } from '../../../output/match-headers.ts';
import { LANGUAGE_HEADERS, languageCookie } from '../../../output/requests/negotiate.ts';
import { aliases, TRAILING_SLASH } from '../../../output/requests/page-redirects.ts';
import { HOST_PATHS, INVALID_TARGET, TRANSLATION_PATHS } from '../../../output/requests/request-target.ts';
import { FILES_FOLDER, KEY_LENGTH, POINTER } from './store-table.ts';

/** Of a function of CloudFront. @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const MAX_FUNCTION_BYTES = 10_240;

/** What the function knows beside the store; it is the same for all sites. */
const facts = {
  /** Key of the number of the generation that visitors get. */
  pointer: POINTER,
  /** Request header from the first half of the function to the second. */
  note: 'x-site-answer',
  /** Path of all files in the bucket. */
  folder: `/${FILES_FOLDER}`,
  keyLength: KEY_LENGTH,
  /** Patterns of paths and headers, which all servers share. */
  invalid: INVALID_TARGET,
  hostPaths: HOST_PATHS,
  translationPaths: TRANSLATION_PATHS,
  trailingSlash: TRAILING_SLASH,
  aliases: Object.fromEntries(aliases),
  noDocument: NO_DOCUMENT_PATHS,
  documentHeaders: DOCUMENT_HEADERS,
  languageHeaders: LANGUAGE_HEADERS,
  cookieAttributes: languageCookie('').split('; ').slice(1).join('; '),
  endings: endingPatterns,
};

export type FunctionFacts = typeof facts;

/** The function that answers at CloudFront. It is the same for all sites: what differs is in the store. */
export async function functionCode(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL('cloudfront-function.ts', import.meta.url)),
    output: { format: 'esm', comments: false, minify: false },
    write: false,
    logLevel: 'warn',
  });
  const code = output[0].code
    .replace(/^\/\/.*\n/gm, '')
    .replace(/^export \{ handler \};\n?/m, '')
    .replace(/^\t+/gm, (tabs) => ' '.repeat(tabs.length));
  return `import cf from 'cloudfront';\nimport crypto from 'crypto';\nconst FACTS = ${JSON.stringify(facts)};\n${code}`;
}
