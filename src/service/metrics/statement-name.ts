import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  RawNode,
  type RootOperationNode,
  SchemableIdentifierNode,
  TableNode,
} from 'kysely';

/**
 * Names a statement by its verb and table or function: `select message`, `select take`. Names come from the syntax tree, which the
 * program alone builds: values from users are parameters and appear in no name.
 */
export function statementName(query: RootOperationNode): string {
  switch (query.kind) {
    case 'SelectQueryNode':
      return named('select', query.from?.froms[0]);
    case 'InsertQueryNode':
      return named('insert', query.into);
    case 'UpdateQueryNode':
      return named('update', query.table);
    case 'DeleteQueryNode':
      return named('delete', query.from.froms[0]);
    case 'RawNode':
      return named(verbOf(query), query);
    default:
      return 'schema';
  }
}

/** First word of raw SQL, which can start with a nested fragment. */
function verbOf({ sqlFragments: [first = ''], parameters: [part] }: RawNode): string {
  if (!first.trim() && part && RawNode.is(part)) return verbOf(part);
  return /^\s*([a-z]+)/i.exec(first)?.[1]?.toLowerCase() ?? 'raw';
}

const named = (verb: string, target: OperationNode | undefined): string => {
  const name = target && identifierIn(target);
  return name ? `${verb} ${name}` : verb;
};

/** Last part of the first identifier in a node: the table of `brand.table`. */
function identifierIn(node: OperationNode): string | undefined {
  if (IdentifierNode.is(node)) return node.name;
  if (TableNode.is(node)) return identifierIn(node.table);
  if (SchemableIdentifierNode.is(node)) return identifierIn(node.identifier);
  if (AliasNode.is(node)) return identifierIn(node.node);
  if (!RawNode.is(node)) return undefined;
  const names = node.parameters.map(identifierIn);
  // `sql.id('brand', 'take')` is a nested node.
  const isName = node.parameters.every((part) => IdentifierNode.is(part));
  return isName ? names.at(-1) : names.find((name) => name !== undefined);
}
