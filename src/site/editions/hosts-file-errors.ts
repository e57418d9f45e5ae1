import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { ESTree } from 'rolldown/utils';

import type { Diagnostic } from '../../shared/user-error.ts';

/** Syntax errors of the hosts file; empty where the error is in a file that it imports. */
export async function findSyntaxErrors(file: string): Promise<Diagnostic[]> {
  const { text, errors } = await parseFile(file);
  return errors.map(({ message, labels }) => ({
    ...placeOf(file, text, labels[0]?.start),
    message: `the hosts file cannot be read: ${message}`,
    hint: 'Look for a missing comma, quote or bracket at that line or the one before',
  }));
}

/** Repeated fields in objects of the hosts file. JavaScript silently keeps the last. */
export async function findRepeatedFields(file: string): Promise<Diagnostic[]> {
  const { text, program } = await parseFile(file);
  const { Visitor } = await import('rolldown/utils');
  const diagnostics: Diagnostic[] = [];
  const visitor = new Visitor({
    ObjectExpression({ properties }) {
      const names = new Set<string>();
      for (const property of properties) {
        const name = nameOf(property);
        if (name !== undefined && names.has(name))
          diagnostics.push({
            ...placeOf(file, text, property.start),
            message: `"${name}" is repeated between the same { and }, and only the last would count`,
            hint: 'Remove one of them, or merge both',
          });
        if (name !== undefined) names.add(name);
      }
    },
  });
  visitor.visit(program);
  return diagnostics;
}

/** The line of a field of the hosts file, or of the nearest field around it that is written there. */
export async function hostsLines(file: string): Promise<(path: PropertyKey[]) => number> {
  const { text, program } = await parseFile(file);
  const { Visitor } = await import('rolldown/utils');
  let top: ESTree.Expression | undefined;
  const visitor = new Visitor({
    ObjectExpression(node) {
      if (node.properties.some((property) => nameOf(property) === 'brands')) top ??= node;
    },
  });
  visitor.visit(program);
  return (path) => {
    let node: ESTree.Node | null | undefined = top;
    let start = top?.start;
    for (const name of path) {
      const field: ESTree.Node | null | undefined =
        node?.type === 'ObjectExpression'
          ? node.properties.find((property) => nameOf(property) === String(name))
          : node?.type === 'ArrayExpression'
            ? node.elements[Number(name)]
            : undefined;
      if (!field) break;
      start = field.start;
      node = field.type === 'Property' ? field.value : field;
    }
    return placeOf(file, text, start).line;
  };
}

/** Imports the parser when it is needed, because every process loads this module. */
async function parseFile(file: string) {
  const { parse } = await import('rolldown/utils');
  const text = readFileSync(file, 'utf8');
  const { program, errors } = await parse(file, text);
  return { text, program, errors };
}

function nameOf(property: ESTree.ObjectPropertyKind): string | undefined {
  if (property.type !== 'Property' || property.computed) return undefined;
  const { key } = property;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

const placeOf = (file: string, text: string, offset = 0): Pick<Diagnostic, 'file' | 'line'> => ({
  file: relative('.', file),
  line: text.slice(0, offset).split('\n').length,
});
