import { readFileSync } from 'node:fs';

import { memoize } from '../../shared/memoize.ts';
import type { HtmlDocument, HtmlElement } from '../../shared/read-html.ts';
import { COMPILED_DIR } from '../renderer/adapter.ts';

/**
 * Inlines every stylesheet, so that a page needs one request for its first paint. Astro can do that too, but then every page would carry
 * twice its length in styles through the renderer.
 */
export function inlineStyles(html: string, { elements }: HtmlDocument): Buffer {
  const parts: Buffer[] = [];
  let position = 0;
  for (const element of elements) {
    const style = element.name === 'link' ? styleOf(element) : undefined;
    if (style === undefined) continue;
    parts.push(Buffer.from(html.slice(position, element.start)), bufferOf(style));
    position = element.end;
  }
  return Buffer.concat([...parts, Buffer.from(html.slice(position))]);
}

/** The text of a style element, or of the compiled stylesheet that a link names. */
export function styleOf({ name, attributes: { rel, href }, text }: HtmlElement): string | undefined {
  if (name === 'style') return text;
  return name === 'link' && rel === 'stylesheet' && href?.startsWith('/_astro/') ? sheetAt(href) : undefined;
}

const sheetAt = memoize((path: string) => readFileSync(`${COMPILED_DIR}/client${path}`, 'utf8').trim());

/** Pages share few styles. */
const bufferOf = memoize((style: string) => Buffer.from(`<style>${style}</style>`));
