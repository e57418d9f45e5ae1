import { hash } from 'node:crypto';

import { type Document, LineCounter, parseDocument, type Node } from 'yaml';
import type { z } from 'zod';

import { readFile } from '../../../shared/files/read-file.ts';
import { decodeText } from '../../../shared/text/decode-text.ts';
import type { Diagnostic } from '../../../shared/user-error.ts';
import { yamlMistakes } from './yaml-references.ts';

export interface YamlFile<Value> {
  /** Undefined where there are diagnostics. */
  value: Value | undefined;
  diagnostics: Diagnostic[];
  /** Hash of the file. */
  sha256: string;
  /** Line of a value, such as that of `[0, 'note', 'de']`. */
  lineOf: (path: Path) => number;
}

type Path = readonly (string | number)[];

/**
 * Reads and checks a YAML file. All its errors are reported with their lines.
 * @param name names the file in messages, such as `the history`
 * @param manual the page of docs/ that describes it
 */
export function readYaml<Value>(
  file: string,
  schema: z.ZodType<Value>,
  { name, manual }: { name: string; manual: string },
): YamlFile<Value> {
  const { text, diagnostics } = decodeText(file, readFile(file));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineAt = (offset = 0): number => Math.max(1, lines.linePos(offset).line);
  const lineOf = (path: Path): number => lineAt(offsetOf(document, path));
  const read = { value: undefined, sha256: hash('sha256', text), lineOf };
  const failed = (found: Diagnostic[]) => ({ ...read, diagnostics: found });
  if (diagnostics.length) return failed(diagnostics);
  const mistakes = yamlMistakes(document, { name, value: 'text' }, (offset) => ({ file, line: lineAt(offset) }));
  if (mistakes.length) return failed(mistakes);
  const result = schema.safeParse(document.toJS());
  if (result.success) return { ...read, value: result.data, diagnostics: [] };
  return failed(
    result.error.issues.flatMap((issue): Diagnostic[] => {
      const path = issue.path.filter((part) => typeof part !== 'symbol');
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          file,
          line: lineOf([...path, key]),
          message: `${name} has an unknown field "${key}"`,
          hint: 'Remove it, or correct its name',
        }));
      const [message, hint = `Write it as ${manual} shows`] = issue.message.split(/\. (?=[A-Z])/);
      return [{ file, line: lineOf(path), message: `${name} is wrong: ${message}`, hint }];
    }),
  );
}

/** Offset of the key or entry at a path, or of its parent. */
function offsetOf({ contents }: Document, path: Path): number {
  let node: unknown = contents;
  let offset = 0;
  for (const part of path) {
    const items = (node as { items?: unknown[] } | null)?.items ?? [];
    const isPair = (item: unknown): item is { key: Node; value: unknown } =>
      typeof item === 'object' && item !== null && 'key' in item;
    const item =
      typeof part === 'number' ? items[part] : items.find((each) => isPair(each) && String(each.key) === part);
    if (item === undefined) break;
    const holder = isPair(item) ? item.key : (item as Node);
    offset = holder?.range?.[0] ?? offset;
    node = isPair(item) ? item.value : item;
  }
  return offset;
}
