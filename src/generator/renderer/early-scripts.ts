import { readFileSync } from 'node:fs';

import { required } from '../../shared/required.ts';
import { COMPILED_DIR } from './adapter.ts';

const MARK = '<script data-scripts';

const LATER = /\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;
const IMPORTED = /["'`]\.\/([\w.-]+\.js)["'`]/g;

/** Scripts that the composer needs though the chat imports them later, and those of the messages. */
const PARTS = { scripts: ['signed-in-styles', 'room'], later: ['socket-io', 'messages'] };

/** Names the scripts that the chat of a signed-in user needs first in the page of the chat, for `start-early.ts`. */
export function nameEarlyScripts(html: string): string {
  if (!html.includes(MARK)) return html;
  // The renderer is the largest script: browsers compile it while the others arrive.
  const urls = ['renderer', 'component'].map((part) =>
    required(new RegExp(`${part}-url="([^"]+)"`).exec(html)?.[1], `${part} of the chat`),
  );
  const first = withImports(urls.map((url) => url.slice('/_astro/'.length)));
  const imported = first.flatMap((name) => namesIn(name, LATER));
  const partsOf = (parts: string[]): string[] =>
    parts.map((part) =>
      required(
        imported.find((name) => name.startsWith(`${part}.`)),
        `script ${part}`,
      ),
    );
  const scripts = withImports([...first, ...partsOf(PARTS.scripts)]);
  const later = withImports(partsOf(PARTS.later)).filter((name) => !scripts.includes(name));
  return html.replace(MARK, `${MARK}="${scripts.join(' ')}" data-later="${later.join(' ')}"`);
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
  return [...readable.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}
