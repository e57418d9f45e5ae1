import type { List, Nodes, RootContent } from 'mdast';

import { documentNames, documentSource, isDocumentName } from '../content.ts';
import type { Edition } from '../editions/editions.ts';
import { RESERVED_ARTICLE_ID } from '../editions/routes.ts';
import { parseArticleFile, parseDocumentFile } from '../markdown/parse.ts';
import { pathFor, type Source } from '../markdown/sources.ts';
import { blocksOf, lineOf, walk } from '../markdown/tree.ts';
import type { Problem } from '../problems.ts';

/** How many of what a document has to have. */
const RULES = 31;
const PRIVACY_SECTIONS = 9;
const QA_GROUPS = 4;

const PLACEHOLDERS = ['domain', 'email', 'brand'];

/** Every edition needs every document. */
export function checkMissing(editions: Edition[]): Problem[] {
  const missing = editions.flatMap((edition) =>
    documentNames
      .filter((name) => !documentSource(edition, name))
      .map((name) => pathFor('document', 'shared', edition.lang, name)),
  );
  return [...new Set(missing)].map((file) => ({
    file,
    line: 1,
    what: 'the document is missing',
    remedy: "Write it, or a brand's or host's own",
  }));
}

/** What can be told of a text without looking at any other. */
export function checkText(source: Source, editions: Edition[]): Problem[] {
  const parsed = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const blocks = blocksOf(source);
  return [
    ...checkPlace(source, editions),
    ...parsed.problems,
    ...checkPlaceholders(source),
    ...checkShape(source, blocks),
    ...[...walk(blocks)].flatMap((node) => checkNode(source, node)),
  ];
}

function checkPlace({ kind, scope, lang, name, file }: Source, editions: Edition[]): Problem[] {
  const problem = (what: string, remedy: string): Problem => ({ file, line: 1, what, remedy });
  const problems: Problem[] = [];
  if (scope !== 'shared' && !editions.some(({ host, brand }) => scope === host || scope === brand.id)) {
    problems.push(problem(`"${scope}" is neither "shared" nor a brand or host`, 'Rename the folder or remove it'));
  } else if (!editions.some((edition) => edition.lang === lang)) {
    problems.push(problem(`no host serves the language "${lang}"`, 'Add it to a host, rename the folder or remove it'));
  }
  if (kind === 'document' && !isDocumentName(name)) {
    problems.push(problem(`no page shows a document "${name}"`, `Name it one of ${documentNames.join(', ')}`));
  }
  if (kind === 'article' && (name === RESERVED_ARTICLE_ID || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))) {
    problems.push(
      problem(
        `"${name}" cannot be an article's address`,
        'Use lower-case ASCII letters, digits and hyphens, and any word but "page"',
      ),
    );
  }
  return problems;
}

function checkPlaceholders({ file, text }: Source): Problem[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\{([^{}\s#][^{}]*)\}/g)]
      .filter(([, name]) => !PLACEHOLDERS.includes(name!))
      .map(([written]) => ({
        file,
        line: index + 1,
        what: `${written} is no placeholder`,
        remedy: `Use one of ${PLACEHOLDERS.map((known) => `{${known}}`).join(', ')}`,
      })),
  );
}

function checkShape({ kind, name, file, text }: Source, blocks: RootContent[]): Problem[] {
  if (kind !== 'document') return [];
  const end = text.trimEnd().split('\n').length;
  const headings = blocks.filter((node) => node.type === 'heading' && node.depth === 2).length;
  const wrong = (count: number, wanted: number, things: string): Problem[] =>
    count === wanted
      ? []
      : [
          {
            file,
            line: end,
            what: `there are ${count} ${things} instead of ${wanted}`,
            remedy: count < wanted ? 'Write what is missing' : 'Remove what is too much',
          },
        ];
  if (name === 'privacy_policy') return wrong(headings, PRIVACY_SECTIONS, 'sections (lines that start with ##)');
  if (name === 'qa') return wrong(headings, QA_GROUPS, 'groups (lines that start with ##)');
  if (name !== 'rules') return [];
  const lists = blocks.filter((node): node is List => node.type === 'list');
  const rules = lists.flatMap((list) => list.children);
  return [...wrong(rules.length, RULES, 'rules'), ...checkNumbers(file, text, rules)];
}

/** Markdown numbers a list by itself, so a number left out would go unseen. */
function checkNumbers(file: string, text: string, rules: List['children']): Problem[] {
  const lines = text.split('\n');
  const wrong = rules.findIndex((rule, index) => !lines[lineOf(rule) - 1]!.startsWith(`${index + 1}. `));
  if (wrong < 0) return [];
  return [
    {
      file,
      line: lineOf(rules[wrong]!),
      what: `this line should start with "${wrong + 1}. "`,
      remedy: 'Number the rules 1., 2. … without a gap or a nested list',
    },
  ];
}

function checkNode({ file }: Source, node: Nodes): Problem[] {
  const line = lineOf(node);
  if (node.type === 'html')
    return [
      { file, line, what: `HTML is not allowed in texts: ${node.value.slice(0, 40)}`, remedy: 'Write it in Markdown' },
    ];
  if (node.type === 'image')
    return [{ file, line, what: 'pictures are not allowed in texts', remedy: 'Remove it or describe it in words' }];
  if (node.type === 'heading' && node.depth === 1) {
    return [{ file, line, what: 'the page has its title already', remedy: 'Start headings with ##' }];
  }
  return [];
}
