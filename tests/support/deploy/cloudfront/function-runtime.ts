import { createHash } from 'node:crypto';
import { createContext, Script } from 'node:vm';

import { parseAst } from 'rolldown/parseAst';

import type {
  FunctionEvent,
  FunctionRequest,
  FunctionResponse,
} from '../../../../src/deploy/targets/cloudfront/function-event.ts';

type Handler = (event: FunctionEvent) => Promise<FunctionRequest | FunctionResponse>;

/** Syntax that the documentation of the runtime lists: that of ES 5.1, and the nodes of ES 6 and 8 at the end. */
const SYNTAX = [
  'ArrayExpression AssignmentExpression BinaryExpression BlockStatement BreakStatement CallExpression CatchClause',
  'ConditionalExpression ContinueStatement ExpressionStatement ForInStatement ForStatement FunctionDeclaration',
  'FunctionExpression Identifier IfStatement Literal LogicalExpression MemberExpression NewExpression ObjectExpression',
  'Program Property ReturnStatement ThrowStatement TryStatement UnaryExpression UpdateExpression VariableDeclaration',
  'VariableDeclarator WhileStatement ImportDeclaration ImportDefaultSpecifier AwaitExpression',
].flatMap((line) => line.split(' '));

/** Globals and methods of Node.js that the runtime lacks, or that its documentation does not list. */
const MISSING = `
  for (const name of ['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect', 'BigInt', 'Intl', 'WebAssembly', 'Atomics',
    'SharedArrayBuffer', 'FinalizationRegistry', 'Iterator', 'escape', 'unescape']) delete globalThis[name];
  for (const [type, names] of [
    [Array.prototype, ['at', 'flat', 'flatMap', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with', 'entries']],
    [String.prototype, ['at', 'matchAll', 'isWellFormed', 'toWellFormed', 'localeCompare']],
    [Object, ['fromEntries', 'groupBy', 'hasOwn']],
  ]) for (const name of names) delete type[name];
`;

/**
 * Loads a function as CloudFront's JavaScript runtime 2.0 does, without what that runtime lacks.
 * @param read a value of the associated key value store
 * @throws Error that names syntax which the runtime does not know
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
export function loadFunction(code: string, read: (key: string) => string | undefined): Handler {
  const unknown = [...new Set(syntaxOf(parseAst(code)))].filter((name) => !SYNTAX.includes(name));
  if (unknown.length) throw new Error(`The runtime does not know: ${unknown.join(', ')}`);
  const context = createContext(
    {
      cf: {
        kvs: () => ({
          get: async (key: string) => {
            const value = read(key);
            if (value === undefined) throw new Error('KeyNotFound');
            return value;
          },
        }),
      },
      crypto: { createHash },
    },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(MISSING).runInContext(context);
  const modules = /^import (cf|crypto) from '(cloudfront|crypto)';\n/gm;
  new Script(`'use strict';\n${code.replace(modules, '')}\nglobalThis.handler = handler;`).runInContext(context);
  const handler = context.handler as Handler;
  // Events are JSON; an answer has to be.
  return async (event) => JSON.parse(JSON.stringify(await handler(structuredClone(event)))) as FunctionRequest;
}

/** Names of all nodes; parts that ES 5.1 lacks have a name of their own. */
function* syntaxOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const each of node) yield* syntaxOf(each);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, shorthand, computed, optional, operator, kind, arguments: given } = node as SyntaxNode;
  yield type;
  if (type === 'Property' && (shorthand || computed || kind !== 'init')) yield 'a property of ES 6';
  if (optional || ['??', '??=', '||=', '&&='].includes(operator ?? '')) yield '?. or ??';
  if (given?.some((argument) => argument.type === 'AwaitExpression')) yield 'await as an argument';
  for (const [name, value] of Object.entries(node)) if (name !== 'type') yield* syntaxOf(value);
}

interface SyntaxNode {
  type: string;
  shorthand?: boolean;
  computed?: boolean;
  optional?: boolean;
  operator?: string;
  kind?: string;
  arguments?: { type: string }[];
}
