/**
 * Writes a `map`, which nginx and Caddy both have: `target` gets the value of the first key that `source` equals or matches. It is given in
 * the notation of nginx: `$name` is a variable, `$1` a captured group, `~` begins a pattern, `~*` a pattern that ignores case.
 * @param otherwise the value where no key fits; empty unless given
 */
export type WriteMap = (source: string, target: string, values: Values, otherwise?: string) => string;

type Values = Record<string, string | number>;

export const nginxMap: WriteMap = (source, target, values, otherwise) => `map ${quote(source)} ${target} {
${otherwise === undefined ? '' : `default ${quote(otherwise)};\n`}${Object.entries(values)
  .map(([key, value]) => `${quote(key)} ${quote(value)};\n`)
  .join('')}}`;

/** Caddy finds the value whenever a directive reads it, by the path of that time. Placeholders of Caddy may stand in the map as well. */
export const caddyMap: WriteMap = (source, target, values, otherwise) => `map ${inCaddy(source)} {${target.slice(1)}} {
${Object.entries(values)
  .map(([key, value]) => `${quote(key.replace(/^~[*]/, '~(?i)'))} ${inCaddy(value)}\n`)
  .join('')}${otherwise === undefined ? '' : `default ${inCaddy(otherwise)}\n`}}`;

/** Gives each key of a group the value of the group. */
export const valuesOf = (groups: [value: string | number, keys: string[]][]): Values =>
  Object.fromEntries(groups.flatMap(([value, keys]) => keys.map((key) => [key, value])));

/** The variable with the value of a response header; empty where an answer has none. */
export const variableOf = (header: string): string => `$${header.toLowerCase().replaceAll('-', '_')}`;

/** Text as both servers read it: between quotes where it has other characters than those of names, paths and variables. */
export const quote = (text: string | number): string =>
  /^[\w$./{}-]+$/.test(`${text}`) ? `${text}` : `"${`${text}`.replaceAll('"', '\\"')}"`;

/** Indents lines by the depth of their blocks. A block ends with a line `}`. */
export function indent(text: string, unit: string, depth = 1): string {
  const lines = text.split('\n').map((line) => {
    const words = line.trim();
    if (words === '}') depth -= 1;
    const indented = words && unit.repeat(depth) + words;
    if (words.endsWith('{')) depth += 1;
    return indented;
  });
  return lines.join('\n');
}

/** Caddy's names for variables of nginx. Values that many maps read are kept in `vars`. */
const NAMES: Record<string, string> = {
  args: 'query',
  uri: 'path',
  host: 'vars.name',
  languages: 'vars.languages',
  lang: 'vars.lang',
  is_found: 'vars.is_found',
};

/** @example inCaddy('$host,$http_accept_language') // '"{vars.name},{header.accept-language}"' */
const inCaddy = (text: string | number): string =>
  quote(`${text}`.replaceAll(/\$(\w+)/g, (_, name: string) => (/^\d/.test(name) ? `\${${name}}` : placeholder(name))));

const placeholder = (name: string): string =>
  name.startsWith('http_') ? `{header.${name.slice(5).replaceAll('_', '-')}}` : `{${NAMES[name] ?? name}}`;
