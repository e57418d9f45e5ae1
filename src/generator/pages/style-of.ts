import { readFileSync } from 'node:fs';

import { memoize } from '../../shared/memoize.ts';
import type { HtmlElement } from '../../shared/text/read-html.ts';
import { COMPILED_DIR } from '../renderer/adapter.ts';

/** The text of a style element, or of the compiled stylesheet that a link names. */
export function styleOf({ name, attributes: { rel, href }, text }: HtmlElement): string | undefined {
  if (name === 'style') return text;
  return name === 'link' && rel === 'stylesheet' && href?.startsWith('/_astro/') ? sheetAt(href) : undefined;
}

const sheetAt = memoize((path: string) => readFileSync(`${COMPILED_DIR}/client${path}`, 'utf8').trim());
