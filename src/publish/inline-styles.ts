import { readFileSync } from 'node:fs';

import { COMPILED_DIR } from '../renderer/adapter.ts';

export interface StyledPage {
  /** The page with the text of every stylesheet in it, so that it needs one request to be painted. */
  content: Buffer;
  /** The page without the text of its styles. */
  markup: string;
  styles: string[];
}

/**
 * Puts stylesheets into a page. Astro could do that itself, but then every page would be taken through the renderer with
 * twice its own length in styles.
 */
export function inlineStyles(html: string): StyledPage {
  const parts = html.split(STYLES);
  const texts = parts.filter((_, index) => index % 3 === 0);
  const styles = texts.slice(1).map((_, index) => parts[index * 3 + 1] ?? styleOf(parts[index * 3 + 2]!));
  const buffers = texts.flatMap((text, index) =>
    index === 0 ? [Buffer.from(text)] : [bufferOf(styles[index - 1]!), Buffer.from(text)],
  );
  return { content: Buffer.concat(buffers), markup: texts.join('<style></style>'), styles };
}

/** An inlined style, or a link to a stylesheet of the compiled program. */
const STYLES = /<style[^>]*>([^]*?)<\/style>|<link rel="stylesheet" href="\/(_astro\/[\w.-]+)"[^>]*>/;

const sheets = new Map<string, string>();

function styleOf(file: string): string {
  const style = sheets.get(file) ?? readFileSync(`${COMPILED_DIR}/client/${file}`, 'utf8').trim();
  sheets.set(file, style);
  return style;
}

const buffers = new Map<string, Buffer>();

function bufferOf(style: string): Buffer {
  const buffer = buffers.get(style) ?? Buffer.from(`<style>${style}</style>`);
  buffers.set(style, buffer);
  return buffer;
}
