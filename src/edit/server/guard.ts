import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';

/** Name of the editor's site on this machine. Browsers resolve it to the loopback address. */
const EDIT_HOST = 'edit.localhost';

/** Header of every request that reads or changes texts. */
const TOKEN_HEADER = 'x-edit-token';

/** Secret of a start of the editor. Its pages have it, and pages of other sites cannot read them. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Parts of a request that the guard checks. */
export interface RequestFacts {
  method: string;
  /** Headers by lower-case name. */
  headers: Partial<Record<string, string | string[]>>;
  remoteAddress: string | undefined;
  /** Port that the server listens on. */
  port: number | undefined;
}

/** Whether a Host header names the editor, in any spelling. */
export const isEditHost = (host: string | undefined): boolean => /^edit\.localhost\.?(:|$)/i.test(host ?? '');

/**
 * Decides whether a request for the editor is refused: only a browser on this machine that shows a page of the editor may read and
 * change texts.
 * @returns with the fault, and how to mend it
 */
export function refusalOf({ method, headers, remoteAddress, port }: RequestFacts, token: string) {
  const own = `${EDIT_HOST}:${port}`;
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  if (!isLoopback(remoteAddress))
    return { status: 403, reason: 'The editor answers this machine only. Open it where the site lies.' };
  if (host !== own) return { status: 421, reason: `The editor is at http://${own}/.` };
  const isForeign = origin !== undefined && origin !== `http://${own}`;
  if (method === 'POST') {
    if (isForeign || origin === undefined || (site !== undefined && site !== 'same-origin'))
      return { status: 403, reason: 'Another site sent this request. Only pages of the editor may.' };
    if (!isSame(headers[TOKEN_HEADER], token))
      return { status: 403, reason: 'The editor was started again. Reload the page.' };
    if (headers['content-type'] !== 'application/json') return { status: 415, reason: 'Send application/json.' };
    return undefined;
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, reason: 'Send a GET or POST request.' };
  if (isForeign || !isOwnOrNavigation(site, headers))
    return { status: 403, reason: 'Another site asked for this page. Open it in a tab of its own.' };
  return undefined;
}

/** Other sites may link to the editor, and not fetch or embed its pages. */
const isOwnOrNavigation = (site: string | string[] | undefined, headers: RequestFacts['headers']): boolean =>
  site === undefined ||
  site === 'none' ||
  site === 'same-origin' ||
  (headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** IPv4 addresses that are mapped to IPv6 count, too. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Hashes have equal lengths, and comparing them takes equal time. */
const isSame = (given: string | string[] | undefined, token: string): boolean =>
  typeof given === 'string' && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
