import type { Context } from 'hono';

import { hostOf, negotiate } from '../../editions/negotiate.ts';
import type { Service } from '../service.ts';
import { keyedHash } from '../tokens.ts';
import type { AppEnv } from './app.ts';
import { tokenIn } from './link-cookies.ts';
import type { Visit } from './visit.ts';

/**
 * Who asks; nothing where the host is not ours.
 * @param lang language of the page that asks, if it tells
 */
export function visitOf(c: Context<AppEnv>, service: Service, lang?: string): Visit | undefined {
  const host = hostOf(c.req.header('Host') ?? '');
  const onHost = service.editionsOn(host);
  if (!onHost.length) return undefined;
  const cookies = c.req.header('Cookie');
  const edition = negotiate(onHost, {
    query: lang ?? null,
    cookies,
    acceptLanguage: c.req.header('Accept-Language'),
  });
  const keyed = (...parts: string[]): string => keyedHash(service.secret, ...parts);
  return {
    brand: service.brands.get(edition.brand.id)!,
    edition,
    origin: service.sendsMail ? `https://${host}` : (c.req.header('Origin') ?? `https://${host}`),
    network: keyed('network', service.networkOf(c.env.incoming)),
    keyed,
    headers: new Headers({ host, cookie: cookies ?? '', 'user-agent': c.req.header('User-Agent') ?? '' }),
    linkToken: (form) => tokenIn(cookies ?? '', form),
  };
}

/** Whether a page of the very same origin asks: over TLS, unless it is on this machine. */
export function isSameOrigin(c: Context): boolean {
  const origin = URL.parse(c.req.header('Origin') ?? '');
  const host = (c.req.header('Host') ?? '').toLowerCase();
  const isSecure =
    origin?.protocol === 'https:' || (origin?.protocol === 'http:' && origin.hostname.endsWith('.localhost'));
  return isSecure && (origin!.host === host || `${origin!.host}:443` === host);
}
