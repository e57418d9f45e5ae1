import type { IncomingMessage } from 'node:http';

import { hostOf, isLocalSite, negotiate } from '../../output/requests/negotiate.ts';
import type { RuleChangeList } from '../../output/rule-changes.ts';
import { lookUp } from '../../shared/required.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { keyedHash, type Secrets } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ClientNetwork } from './client-network.ts';
import { readDeviceCookie } from './known-device-cookie.ts';
import { readLinkCookie } from './link-token-cookies.ts';
import { withProductionNames } from './local-cookies.ts';
import type { RequestContext } from './request-context.ts';
import { resignCookies, signedSessionToken } from './resign-cookies.ts';
import { wellFormedCookies } from './well-formed-cookies.ts';

/** Dependencies of {@link resolveContext}. */
export interface ContextDeps {
  /** By id. */
  brands: Map<string, ServiceBrand>;
  /** The editions of a host, the default first; empty for an unknown host. */
  editionsOn: (host: string) => Edition[];
  /** Whether mails are sent, rather than written to files. */
  sendsMail: boolean;
  secrets: Secrets;
  networkOf: (request: IncomingMessage) => ClientNetwork;
  metrics: Metrics;
  ruleChangesOf: (edition: Edition) => RuleChangeList;
  authorities: RequestContext['authorities'];
  periods: RequestContext['periods'];
}

/**
 * Reads the context of a request; undefined for an unknown host.
 * @param lang language named by the page
 */
export function resolveContext(request: IncomingMessage, deps: ContextDeps, lang?: string): RequestContext | undefined {
  const { host: name = '', origin, ...headers } = request.headers;
  const cookie = withProductionNames(name, wellFormedCookies(headers.cookie ?? ''));
  const host = hostOf(name);
  const onHost = deps.editionsOn(host);
  if (!onHost.length) return undefined;
  const edition = negotiate(onHost, {
    query: lang ?? null,
    cookies: cookie,
    acceptLanguage: headers['accept-language'],
  });
  const keyedAll: RequestContext['keyedAll'] = (...parts) => deps.secrets.map((secret) => keyedHash(secret, ...parts));
  const keyed = (...parts: string[]): string => keyedHash(deps.secrets[0], ...parts);
  const network = deps.networkOf(request);
  const ownCookies = resignCookies(cookie, deps.secrets);
  const token = signedSessionToken(ownCookies, deps.secrets[0]);
  return {
    brand: lookUp(deps.brands, edition.brand.id),
    edition,
    origin: deps.sendsMail ? `https://${host}` : (origin ?? (isLocalSite(name) ? `http://${name}` : `https://${host}`)),
    pageOrigin: origin ?? '',
    network: keyed('network', network.own),
    wideNetwork: keyed('wide network', network.wide),
    device: readDeviceCookie(cookie, keyedAll),
    session: token && keyed('session', token),
    secret: deps.secrets[0],
    keyed,
    keyedAll,
    headers: new Headers({
      host,
      cookie: ownCookies,
      'user-agent': headers['user-agent'] ?? '',
    }),
    ruleChanges: (of = edition) => deps.ruleChangesOf(of),
    authorities: deps.authorities,
    periods: deps.periods,
    linkToken: (form) => readLinkCookie(cookie, form),
  };
}

/** Whether the Origin header equals the requested host: over TLS, unless it is `*.localhost`. */
export const isSameOrigin = ({ headers }: IncomingMessage): boolean => isOwnOrigin(headers.origin, headers.host);

/**
 * Whether the request comes from a page of the same origin: not from another site, a mail or the address bar. Browsers before
 * 2023 send no `Sec-Fetch-Site`; they send a referrer.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export const isFromOwnPage = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined
    ? isOwnOrigin(headers.referer, headers.host)
    : headers['sec-fetch-site'] === 'same-origin';

/** Whether a page of another site loads the response as a picture, a frame or by a script, and does not lead its visitor here. */
export const isEmbedded = ({ headers }: IncomingMessage): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])) && headers['sec-fetch-dest'] !== 'document';

function isOwnOrigin(url = '', name = ''): boolean {
  const origin = URL.parse(url);
  if (!origin) return false;
  const host = name.toLowerCase();
  const isSecure =
    origin.protocol === 'https:' || (origin.protocol === 'http:' && origin.hostname.endsWith('.localhost'));
  return isSecure && (origin.host === host || `${origin.host}:443` === host);
}
