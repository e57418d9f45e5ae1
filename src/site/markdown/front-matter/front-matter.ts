import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

import type { Diagnostic } from '../../../shared/user-error.ts';
import { readPlainFields } from '../plain-fields.ts';
import { yamlMistakes } from '../yaml/yaml-references.ts';

interface FrontMatter<Fields> {
  fields: Fields;
  /** Where there are any, the fields are unreliable. */
  diagnostics: Diagnostic[];
}

/**
 * Reads and checks front matter.
 * @param file path for messages
 */
export function readFrontMatter<Fields>(file: string, yaml: string, schema: z.ZodType<Fields>): FrontMatter<Fields> {
  const plain = readPlainFields(yaml);
  const fields = plain && schema.safeParse(plain).data;
  return fields === undefined ? parseFrontMatter(file, yaml, schema) : { fields, diagnostics: [] };
}

/** Parses any YAML, and finds the lines of its errors. */
function parseFrontMatter<Fields>(file: string, yaml: string, schema: z.ZodType<Fields>): FrontMatter<Fields> {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineAt = (offset = 0): number => lines.linePos(offset).line + 1;
  const lineOfField = (field: unknown): number => {
    const pair = isMap(document.contents) && document.contents.items.find(({ key }) => String(key) === String(field));
    return pair && isNode(pair.key) ? lineAt(pair.key.range?.[0]) : 1;
  };
  const name = 'the front matter';
  const isNoList = !document.errors.length && document.contents && !isMap(document.contents);
  const unreadable = isNoList
    ? [{ file, line: 2, message: `${name} is no list of fields`, hint: 'Write each as name: value' }]
    : yamlMistakes(document, { name, value: 'value' }, (offset) => ({ file, line: lineAt(offset) }));
  if (unreadable.length) return { fields: undefined as Fields, diagnostics: unreadable };
  const result = schema.safeParse(document.toJS() ?? {});
  const mistakes = [...cutOff(document), ...(result.error?.issues ?? []).flatMap(describeIssue)];
  return {
    fields: result.data as Fields,
    diagnostics: mistakes.map(({ field, ...mistake }) => ({ file, line: lineOfField(field), ...mistake })),
  };
}

/** A mistake in a field. */
interface Mistake extends Pick<Diagnostic, 'message' | 'hint'> {
  field: unknown;
}

function describeIssue(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({
      field,
      message: `front matter has an unknown field "${field}"`,
      hint: 'Remove it',
    }));
  const [message, hint = ''] = issue.message.split(/\. (?=[A-Z])/);
  return [{ field: issue.path[0], message: `front matter: ${message}`, hint }];
}

/** Unquoted texts that YAML cuts off at a comment, as in `title: Rule #1`. A comment after a day, a number or `true` is fine. */
const cutOff = ({ contents }: Document): Mistake[] =>
  (isMap(contents) ? contents.items : []).flatMap(({ key: field, value }) => {
    if (!isScalar(value) || value.type !== 'PLAIN' || !value.comment) return [];
    if (typeof value.value !== 'string' || /^\d{4}-\d\d-\d\d$/.test(value.value)) return [];
    const message = `front matter: ${String(field)} ends before " #${value.comment}", which YAML takes for a comment`;
    return [{ field, message, hint: 'Put the value between double quotes' }];
  });
