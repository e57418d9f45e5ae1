import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

import type { Diagnostic } from '../../../shared/user-error.ts';
import { readPlainFields } from '../plain-fields.ts';
import { reasonOf } from '../yaml/yaml-message.ts';
import { yamlReferences } from '../yaml/yaml-references.ts';

interface FrontMatter<Fields> {
  fields: Fields;
  /** Where there are any, the fields are unreliable. */
  diagnostics: Diagnostic[];
}

/**
 * Reads and checks front matter.
 * @param file path for messages
 */
export function readFrontMatter<Schema extends z.ZodType>(
  file: string,
  yaml: string,
  schema: Schema,
): FrontMatter<z.output<Schema>> {
  const plain = readPlainFields(yaml);
  const fields = plain && schema.safeParse(plain).data;
  return fields === undefined ? parseFrontMatter(file, yaml, schema) : { fields, diagnostics: [] };
}

/** Parses any YAML, and finds the lines of its errors. */
function parseFrontMatter<Schema extends z.ZodType>(
  file: string,
  yaml: string,
  schema: Schema,
): FrontMatter<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineAt = (offset = 0): number => lines.linePos(offset).line + 1;
  const lineOfField = (name: unknown): number => {
    const pair = isMap(document.contents) && document.contents.items.find(({ key }) => String(key) === String(name));
    return pair && isNode(pair.key) ? lineAt(pair.key.range?.[0]) : 1;
  };
  if (document.errors.length) {
    const diagnostics = document.errors.map(({ pos, message }) => ({
      file,
      line: lineAt(pos[0]),
      message: `the front matter is not valid YAML (${reasonOf(message)})`,
      hint: 'Write each field once, and a value that has a colon or quotes between double quotes',
    }));
    return { fields: undefined as z.output<Schema>, diagnostics };
  }
  if (document.contents && !isMap(document.contents)) {
    const diagnostic = {
      file,
      line: 2,
      message: 'the front matter is no list of fields',
      hint: 'Write each as name: value',
    };
    return { fields: undefined as z.output<Schema>, diagnostics: [diagnostic] };
  }
  const references = yamlReferences(document);
  if (references.length) {
    const diagnostics = references.map(({ text, offset }) => ({
      file,
      line: lineAt(offset),
      message: `the front matter has ${text}, which means something else in YAML than it says`,
      hint: 'Put the value between double quotes',
    }));
    return { fields: undefined as z.output<Schema>, diagnostics };
  }
  const result = schema.safeParse(document.toJS() ?? {});
  const mistakes = [...cutOff(document).map(describeCutOff), ...(result.error?.issues ?? []).flatMap(describeIssue)];
  return {
    fields: result.data as z.output<Schema>,
    diagnostics: mistakes.map(({ name, message, hint }) => ({ file, line: lineOfField(name), message, hint })),
  };
}

/** A mistake in a field. */
interface Mistake extends Pick<Diagnostic, 'message' | 'hint'> {
  name: unknown;
}

const describeCutOff = ({ name, comment }: { name: string; comment: string }): Mistake => ({
  name,
  message: `front matter: ${name} ends before " #${comment}", which YAML takes for a comment`,
  hint: 'Put the value between double quotes',
});

function describeIssue(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({
      name,
      message: `front matter has an unknown field "${name}"`,
      hint: 'Remove it',
    }));
  const [message, hint = ''] = issue.message.split(/\. (?=[A-Z])/);
  return [{ name: issue.path[0], message: `front matter: ${message}`, hint }];
}

/** Unquoted texts that YAML cuts off at a comment, as in `title: Rule #1`. A comment after a day, a number or `true` is fine. */
const cutOff = ({ contents }: Document): { name: string; comment: string }[] =>
  (isMap(contents) ? contents.items : []).flatMap(({ key, value }) =>
    isScalar(value) &&
    value.type === 'PLAIN' &&
    value.comment &&
    typeof value.value === 'string' &&
    !/^\d{4}-\d\d-\d\d$/.test(value.value)
      ? [{ name: String(key), comment: value.comment }]
      : [],
  );
