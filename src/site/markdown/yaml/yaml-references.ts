import { type Document, isAlias, isCollection, isScalar, visit } from 'yaml';

interface YamlReference {
  /** In YAML syntax: `*name`, `&name` or `!name`. */
  text: string;
  /** Offset in the YAML. */
  offset: number;
}

/**
 * Aliases, anchors and tags. Front matter does not use them. In an unquoted value they are a mistake that makes YAML drop the first word, fail
 * or, where aliases multiply, fill the memory.
 */
export function yamlReferences(document: Document): YamlReference[] {
  const found: YamlReference[] = [];
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
