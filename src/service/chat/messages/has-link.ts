import { isIPv4 } from 'node:net';

import { parse } from 'tldts';

import { dropExpandingCharacters } from '../../../shared/text/drop-expanding-characters.ts';

/** `http:`, `tg://`, `hxxp://` and `www.`, with any target. */
const ADDRESS = /\bhttps?:|[\p{L}*]:\/\/|\bwww\./u;

/**
 * A dot disguised to pass filters: `hot . cam`, `hot[.]cam`, `hot (dot) cam`, `hot dot cam`. It matches only at the start of a run
 * of spaces, so that matching stays linear.
 */
const DISGUISED_DOT =
  /(?<!\s)(?:\s*[([{<]\s*(?:\.|dot|точка|крапка|punkt|punto|point|ponto|kropka)\s*[)\]}>]\s*|\s+dot\s+|\s+\.\s*)/gu;

/** The text after a dot that follows a letter or digit; the second dot of `hot.cam.now` counts, too. */
const BEHIND_DOT = /(?<=[\p{L}\p{M}\p{N}_-])\.([\p{L}\p{M}\p{N}-]+)/gu;

const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/**
 * Whether a text contains a website, a mail address or a network address, also in a simple disguise. A full stop without a space
 * before a top-level domain (`ok.no`) is a false positive, which only counts toward the limit of links.
 * @see https://publicsuffix.org/list/
 * @see https://www.unicode.org/reports/tr46/#Notation for characters that count as dots
 */
export function hasLink(text: string): boolean {
  const plain = dropExpandingCharacters(text)
    .replaceAll(/\p{DI}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('。', '.')
    .replaceAll(DISGUISED_DOT, '.');
  return (
    ADDRESS.test(plain) ||
    plain.matchAll(BEHIND_DOT).some(([, behind]) => parse(`name.${behind}`, HOST_NAME).isIcann) ||
    plain.matchAll(IP_ADDRESS).some(([address]) => isIPv4(address))
  );
}

const HOST_NAME = { extractHostname: false };
