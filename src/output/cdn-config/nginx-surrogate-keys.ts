import { KEY_PATH, type SurrogateHeader } from '../surrogate-keys.ts';
import type { serverFacts } from './server-facts.ts';

/** Maps that hold the surrogate keys of an answer; see `surrogateKeysFor`. */
export function nginxSurrogateKeys(headers: ReturnType<typeof serverFacts>['surrogateHeaders']): string {
  if (!headers.length) return '';
  return `
  # Keys by which a CDN purges: edition, URL and text.
  map $uri $key_path {
    "~${KEY_PATH}" /$1;
  }
${headers
  .map(
    ({ header, separator, hosts }) => `  map $host $has_${nameOf(header)} {
    default 0;
${hosts.map((host) => `    ${host} 1;`).join('\n')}
  }
  map "$has_${nameOf(header)} $root$key_path" ${nginxSurrogateVariable(header)} {
    "~^1 ([^/]+)/([^/]+)(/.*)$" "$2@$1${separator}$1$3${separator}$2$3";
  }
`,
  )
  .join('')}`;
}

/** Variable with the value of a header; empty where an answer has none. */
export const nginxSurrogateVariable = (header: SurrogateHeader): string => `$${nameOf(header)}`;

const nameOf = (header: SurrogateHeader): string => header.toLowerCase().replace('-', '_');
