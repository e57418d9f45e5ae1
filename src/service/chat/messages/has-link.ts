import { isIPv4 } from 'node:net';

import { parse } from 'tldts';

/** `http:`, `tg://`, `hxxp://` and `www.`, wherever they lead. */
const ADDRESS = /\bhttps?:|[\p{L}*]:\/\/|\bwww\./u;

/**
 * A dot as people write it to get past filters: `hot . cam`, `hot[.]cam`, `hot (dot) cam`, `hot dot cam`. It is looked for where a
 * run of spaces begins, and not again at each space of it.
 */
const DISGUISED_DOT =
  /(?<!\s)(?:\s*[([{<]\s*(?:\.|dot|точка|крапка|punkt|punto|point|ponto|kropka)\s*[)\]}>]\s*|\s+dot\s+|\s+\.\s*)/gu;

/** What stands behind a single dot, and before it; the second dot of `hot.cam.now` counts as well. */
const BEHIND_DOT = /(?<=[\p{L}\p{M}\p{N}_-])\.([\p{L}\p{M}\p{N}-]+)/gu;

const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/**
 * Whether a text leads elsewhere: names a website, a mail address or a network address, also in a simple disguise.
 * Where a full stop without a space is followed by a top-level domain (`ok.no`), it is wrong, which costs no more than the limit
 * of links.
 * @see https://publicsuffix.org/list/
 * @see https://www.unicode.org/reports/tr46/#Notation for what counts as a dot
 */
export function hasLink(text: string): boolean {
  const plain = text
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
