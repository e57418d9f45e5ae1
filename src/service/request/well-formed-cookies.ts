import { HOST_PREFIX, LOCAL_PREFIX } from './local-cookies.ts';

/**
 * The cookies of a `Cookie` header that every parser reads alike: those whose name is a token. Some parsers trim characters such as
 * U+00A0, and browsers store a cookie with such a name from a sibling host: they enforce the prefix `__Host-` only where a name begins with
 * it. A browser sends a cookie with the prefix once, so none of several counts. Of other cookies with the same name, the first counts.
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
 */
export function wellFormedCookies(header: string): string {
  const cookies = [...header.matchAll(COOKIE)].map(([, name = '', value = '']) => ({ name, value }));
  return [...Map.groupBy(cookies, ({ name }) => name).values()]
    .filter(([{ name } = { name: '' }, ...others]) => !others.length || !isOfHost(name))
    .map(([first]) => `${first?.name}=${first?.value}`)
    .join('; ');
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const COOKIE = /(?:^|;)[ \t]*([!#$%&'*+\-.^_`|~\dA-Za-z]+)=([^;]*)/g;

const isOfHost = (name: string): boolean => name.startsWith(HOST_PREFIX) || name.startsWith(LOCAL_PREFIX);
