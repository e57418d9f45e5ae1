import { type Document, isAlias, isCollection, isScalar, visit } from 'yaml';

import type { Diagnostic } from '../../../shared/user-error.ts';

/**
 * Errors of YAML, or what means something else than it says.
 * @param name names the YAML in messages, such as `the history`
 * @param value how messages call a value
 * @param placeAt place of an offset
 */
export function yamlMistakes(
  document: Document,
  { name, value }: { name: string; value: 'text' | 'value' },
  placeAt: (offset: number) => Pick<Diagnostic, 'file' | 'line'>,
): Diagnostic[] {
  const errors = document.errors.map(({ code, pos, message }) => ({
    ...placeAt(pos[0]),
    message: `${name} is not valid YAML (${message.replace(/\n.*/s, '').replace(/ at line.*$/, '')})`,
    hint:
      code === 'TAB_AS_INDENT'
        ? 'Put spaces in the place of the tab'
        : `Write each field once, and a ${value} that has a colon or quotes between double quotes`,
  }));
  if (errors.length) return errors;
  return yamlReferences(document).map(({ text, offset }) => ({
    ...placeAt(offset),
    message: `${name} has ${text}, which means something else in YAML than it says`,
    hint: `Put the ${value} between double quotes`,
  }));
}

/**
 * Aliases, anchors and tags with their offsets: `*name`, `&name` or `!name`. Front matter does not use them. In an unquoted value they are a mistake that makes YAML drop the first word, fail
 * or, where aliases multiply, fill the memory.
 */
export function yamlReferences(document: Document): { text: string; offset: number }[] {
  const found: { text: string; offset: number }[] = [];
  visit(document, {
    Node(_, node) {
      const text = referenceIn(node);
      if (text) found.push({ text, offset: node.range?.[0] ?? 0 });
    },
  });
  return found;
}

function referenceIn(node: unknown): string | undefined {
  if (isAlias(node)) return `*${node.source}`;
  if (!isScalar(node) && !isCollection(node)) return undefined;
  if (node.anchor) return `&${node.anchor}`;
  return node.tag && `!${node.tag.replace(/^.*[!:]/, '')}`;
}
