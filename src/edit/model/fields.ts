import { isMap, isScalar, parseDocument, stringify } from 'yaml';

import { articleFields, documentFields } from '../../site/markdown/front-matter/front-matter-schemas.ts';
import { readPlainFields } from '../../site/markdown/plain-fields.ts';
import { lineEndOf } from '../files/line-ends.ts';

/** Names of the fields of documents and articles, in their usual order. */
export const fieldNames = {
  document: Object.keys(documentFields.shape),
  article: Object.keys(articleFields.shape),
};

/** The values of the front matter of a text, as they are shown. */
export function readFields(text: string): Record<string, string> {
  const { start, end } = frontMatterIn(text);
  const yaml = text.slice(start, end).trimEnd();
  const plain = readPlainFields(yaml);
  if (plain) return plain;
  const { contents } = parseDocument(yaml);
  return Object.fromEntries(
    (isMap(contents) ? contents.items : []).map(({ key, value }) => [
      String(key),
      isScalar(value) ? String(value.value ?? '') : String(value ?? ''),
    ]),
  );
}

/**
 * Sets a field of the front matter. All else keeps its bytes.
 * @param value empty to remove the field
 */
export function withField(text: string, name: string, value: string): string {
  const { start, end } = frontMatterIn(text);
  const yaml = text.slice(start, end);
  const { contents } = parseDocument(yaml);
  const pair = isMap(contents) ? contents.items.find(({ key }) => String(key) === name) : undefined;
  const line = value.replaceAll(/\s*[\r\n]+\s*/g, ' ');
  const replace = (from: number, to: number, by: string): string =>
    text.slice(0, start + from) + by + text.slice(start + to);
  if (!pair) return line ? replace(yaml.length, yaml.length, `${name}: ${toYaml(name, line)}${lineEndOf(text)}`) : text;
  const keyStart = (isScalar(pair.key) && pair.key.range?.[0]) || 0;
  const keyEnd = (isScalar(pair.key) && pair.key.range?.[1]) || 0;
  if (!isScalar(pair.value) || !pair.value.range || pair.value.range[0] === pair.value.range[1]) {
    const colon = yaml.indexOf(':', keyEnd) + 1;
    return line ? replace(colon, colon, ` ${toYaml(name, line)}`) : text;
  }
  const [valueStart, valueEnd, nodeEnd] = pair.value.range;
  if (!line) return replace(keyStart, lineAfter(yaml, nodeEnd), '');
  // A value of several lines can include the end of its last line.
  const lineEnd = /[\r\n]/.test(yaml[valueEnd - 1] ?? '') ? lineEndOf(text) : '';
  return replace(valueStart, valueEnd, toYaml(name, line, pair.value.type) + lineEnd);
}

/** Where the next line begins. */
export function lineAfter(yaml: string, offset: number): number {
  if (/[\r\n]/.test(yaml[offset - 1] ?? '')) return offset;
  const [rest = ''] = /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(yaml.slice(offset)) ?? [];
  return offset + rest.length;
}

/** @param style of the value before */
function toYaml(name: string, value: string, style?: string): string {
  if (name === 'draft' && /^(true|false)$/.test(value)) return value;
  const defaultStringType =
    style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE' ? style : value.includes(' #') ? 'QUOTE_DOUBLE' : 'PLAIN';
  return stringify(value, { lineWidth: 0, defaultStringType }).trimEnd();
}

/** Where the lines of the front matter begin and end, without its rules. */
function frontMatterIn(text: string): { start: number; end: number } {
  const [opening] = /^---[ \t]*(?:\r\n|\r|\n)/.exec(text) ?? [];
  if (!opening) return { start: 0, end: 0 };
  const rest = text.slice(opening.length);
  const end = rest.search(/^---[ \t]*$/m);
  return end < 0 ? { start: 0, end: 0 } : { start: opening.length, end: opening.length + end };
}
