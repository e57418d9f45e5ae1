import { readFileSync } from 'node:fs';

import { COMPILED_DIR } from './adapter.ts';

const MARK = '<script data-scripts';

const LATER = /\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;
const IMPORTED = /["'`]\.\/([\w.-]+\.js)["'`]/g;

/** Scripts that the chat imports later, but in every visit of a signed-in user, in the order in which it needs them. */
const SOON = ['signed-in-styles', 'room', 'socket-io'];

/** Names the scripts that the chat of a signed-in user needs first in the page of the chat, for `start-early.ts`. */
export function nameEarlyScripts(html: string): string {
  if (!html.includes(MARK)) return html;
  // The renderer is the largest script: browsers compile it while the others arrive.
  const urls = ['renderer', 'component'].map((part) => new RegExp(`${part}-url="([^"]+)"`).exec(html)![1]!);
  return html.replace(MARK, `${MARK}="${earlyScripts(urls).join(' ')}"`);
}

/** @returns names in the order of loading */
function earlyScripts(urls: string[]): string[] {
  const first = withImports(urls.map((url) => url.slice('/_astro/'.length)));
  const later = first.flatMap((name) => namesIn(name, LATER));
  const soon = SOON.flatMap((part) => later.filter((name) => name.startsWith(`${part}.`)));
  return withImports([...first, ...soon]);
}

/** Scripts and their static imports, each once. */
function withImports(names: string[]): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    namesIn(name, IMPORTED).forEach(add);
  };
  names.forEach(add);
  return [...found];
}

function namesIn(script: string, pattern: RegExp): string[] {
  const text = readFileSync(`${COMPILED_DIR}/client/_astro/${script}`, 'utf8');
  const readable = pattern === LATER ? text : text.replaceAll(LATER, '');
  return [...readable.matchAll(pattern)].map(([, name]) => name!);
}
