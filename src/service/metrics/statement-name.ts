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
 * Names a statement by what it does, and to which table or with which function: `select message`, `select say`. Names come from
 * the syntax tree, which the program alone makes: values that people send are parameters, and in no name.
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

/** The first word of SQL, which may begin with a part of its own. */
function verbOf({ sqlFragments: [first = ''], parameters: [part] }: RawNode): string {
  if (!first.trim() && part && RawNode.is(part)) return verbOf(part);
  return /^\s*([a-z]+)/i.exec(first)?.[1]?.toLowerCase() ?? 'raw';
}

const named = (verb: string, target: OperationNode | undefined): string => {
  const name = target && identifierIn(target);
  return name ? `${verb} ${name}` : verb;
};

/** The last part of the first name in a node: the table of `brand.table`. */
function identifierIn(node: OperationNode): string | undefined {
  if (IdentifierNode.is(node)) return node.name;
  if (TableNode.is(node)) return identifierIn(node.table);
  if (SchemableIdentifierNode.is(node)) return identifierIn(node.identifier);
  if (AliasNode.is(node)) return identifierIn(node.node);
  if (!RawNode.is(node)) return undefined;
  const names = node.parameters.map(identifierIn);
  // `sql.id('brand', 'say')` is a node of its own.
  const isName = node.parameters.every((part) => IdentifierNode.is(part));
  return isName ? names.at(-1) : names.find((name) => name !== undefined);
}
