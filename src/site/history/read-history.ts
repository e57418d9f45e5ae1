import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { type Document, LineCounter, parseDocument, type Node } from 'yaml';

import { decodeText } from '../../shared/decode-text.ts';
import { memoize } from '../../shared/memoize.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { contentDir, type Source } from '../markdown/sources.ts';
import { yamlReferences } from '../markdown/yaml-references.ts';
import { type Change, changesSchema } from './change-schema.ts';

/** The history of a rule or section: `history/<scope>/<document>/<id>.yaml`. */
export interface BlockHistory {
  /** `shared`, a brand's id or a host's name: that of the document. */
  scope: string;
  document: string;
  /** Id of the block. */
  id: string;
  /** Path from the working directory. */
  file: string;
  /** Oldest first; none where there are diagnostics. */
  changes: Change[];
  diagnostics: Diagnostic[];
  /** Hash of the file. */
  sha256: string;
  /** Line of a value, such as that of `[0, 'note', 'de']`. */
  lineOf: (path: Path) => number;
}

type Path = readonly (string | number)[];

export interface HistoryFolder {
  histories: BlockHistory[];
  /** Paths of entries that are no histories: files elsewhere, and symbolic links. */
  strays: string[];
}

const FOLDER = relative('.', join(contentDir, 'history'));

/** The histories of a document's blocks, by their ids in alphabetical order. */
export const historiesOf = ({ kind, scope, name }: Pick<Source, 'kind' | 'scope' | 'name'>): BlockHistory[] =>
  (kind === 'document' && byDocument(FOLDER).get(`${scope}/${name}`)) || [];

/** All histories of the content folder. */
export const readHistories = (): HistoryFolder => readFolder(FOLDER);

const byDocument = memoize((folder: string) =>
  Map.groupBy(
    readFolder(folder).histories.filter(({ diagnostics }) => !diagnostics.length),
    ({ scope, document }) => `${scope}/${document}`,
  ),
);

const readFolder = memoize((folder: string): HistoryFolder => {
  const found: HistoryFolder = { histories: [], strays: [] };
  if (existsSync(folder)) walk(folder, [], found);
  return found;
});

/** @param place scope and document of the folder, as far as it is below them */
function walk(path: string, place: string[], found: HistoryFolder): void {
  const entries = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const file = `${path}/${entry.name}`;
    const [, id] = /^([a-z0-9-]+)\.yaml$/.exec(entry.name) ?? [];
    const [scope, document] = place;
    if (entry.isDirectory() && place.length < 2) walk(file, [...place, entry.name], found);
    else if (entry.isFile() && id && scope && document)
      found.histories.push({ scope, document, id, file, ...readHistory(file) });
    else found.strays.push(file);
  }
}

/** Reads and checks a history. */
function readHistory(file: string): Pick<BlockHistory, 'changes' | 'diagnostics' | 'sha256' | 'lineOf'> {
  const { text, diagnostics } = decodeText(file, readFileSync(file));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineAt = (offset = 0): number => Math.max(1, lines.linePos(offset).line);
  const lineOf = (path: Path): number => lineAt(offsetOf(document, path));
  const sha256 = hash('sha256', text);
  const failed = (found: Diagnostic[]) => ({ changes: [], diagnostics: found, sha256, lineOf });
  if (diagnostics.length) return failed(diagnostics);
  if (document.errors.length)
    return failed(
      document.errors.map(({ pos, message }) => ({
        file,
        line: lineAt(pos[0]),
        message: `the history is not valid YAML (${message.split('\n')[0]!.replace(/ at line.*$/, '')})`,
        hint: 'Write each field once, and a text that has a colon or quotes between double quotes',
      })),
    );
  const references = yamlReferences(document);
  if (references.length)
    return failed(
      references.map(({ text: reference, offset }) => ({
        file,
        line: lineAt(offset),
        message: `the history has ${reference}, which means something else in YAML than it says`,
        hint: 'Put the text between double quotes',
      })),
    );
  const result = changesSchema.safeParse(document.toJS());
  if (result.success) return { changes: result.data, diagnostics: [], sha256, lineOf };
  return failed(
    result.error.issues.flatMap((issue): Diagnostic[] => {
      const path = issue.path.filter((part) => typeof part !== 'symbol');
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          file,
          line: lineOf([...path, key]),
          message: `the history has an unknown field "${key}"`,
          hint: 'Remove it, or correct its name',
        }));
      const [message, hint = 'Write it as docs/edit-content.md shows'] = issue.message.split(/\. (?=[A-Z])/);
      return [{ file, line: lineOf(path), message: `the history is wrong: ${message}`, hint }];
    }),
  );
}

/** Offset of the key or entry at a path, or of what would hold it. */
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
