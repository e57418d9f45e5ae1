import { readFileSync } from 'node:fs';

import type { HtmlDocument, HtmlElement } from '../../shared/read-html.ts';
import { COMPILED_DIR } from '../renderer/adapter.ts';

/**
 * Puts the text of every stylesheet into a page, so that it needs one request to be painted. Astro could do that itself, but then
 * every page would be taken through the renderer with twice its own length in styles.
 */
export function inlineStyles(html: string, { elements }: HtmlDocument): Buffer {
  const parts: Buffer[] = [];
  let position = 0;
  for (const element of elements) {
    const style = styleOf(element);
    if (style === undefined) continue;
    parts.push(Buffer.from(html.slice(position, element.start)), bufferOf(style));
    position = element.end;
  }
  return Buffer.concat([...parts, Buffer.from(html.slice(position))]);
}

/** The text of a style, or of the stylesheet of the compiled program that a link names. */
export function styleOf({ name, attributes: { rel, href }, text }: HtmlElement): string | undefined {
  if (name === 'style') return text;
  return name === 'link' && rel === 'stylesheet' && href?.startsWith('/_astro/') ? sheetAt(href) : undefined;
}

const sheets = new Map<string, string>();

function sheetAt(path: string): string {
  const sheet = sheets.get(path) ?? readFileSync(`${COMPILED_DIR}/client${path}`, 'utf8').trim();
  sheets.set(path, sheet);
  return sheet;
}

const buffers = new Map<string, Buffer>();

/** Pages have the same few styles. */
function bufferOf(style: string): Buffer {
  const buffer = buffers.get(style) ?? Buffer.from(`<style>${style}</style>`);
  buffers.set(style, buffer);
  return buffer;
}
