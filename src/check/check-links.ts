import { pagesOf } from '../content.ts';
import type { Edition } from '../editions/editions.ts';
import { routes } from '../editions/routes.ts';
import { parseArticleFile, parseDocumentFile } from '../markdown/parse.ts';
import { perSource } from '../markdown/per-source.ts';
import type { Source } from '../markdown/sources.ts';
import { blocksOf, lineOf, walk } from '../markdown/tree.ts';
import type { Problem } from '../problems.ts';

interface Link {
  url: string;
  line: number;
}

/** Every link of every text must lead somewhere in each edition that shows it. */
export function checkLinks(editions: Edition[]): Problem[] {
  const found = editions.flatMap((edition) => {
    const pages = pagesOf(edition);
    const sources = [...pages.values()].filter((source) => source !== undefined);
    return sources.flatMap((source) => linksOf(source).flatMap((link) => checkLink(source, link, pages, edition)));
  });
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function checkLink(
  source: Source,
  { url, line }: Link,
  pages: ReturnType<typeof pagesOf>,
  edition: Edition,
): Problem[] {
  const problem = (what: string, remedy: string): Problem[] => [{ file: source.file, line, what, remedy }];
  if (/^(https:|mailto:)/.test(url)) return [];
  if (!/^[/#]/.test(url)) return problem(`the link "${url}" leads nowhere`, 'Start it with /, #, https: or mailto:');
  const [path = '', anchor] = url.split('#');
  if (path && !pages.has(path)) {
    const language = path.startsWith(routes.blog.path) ? ` in the language "${edition.lang}"` : '';
    return problem(
      `the link "${url}" is dead: there is no page ${path}${language}`,
      'Correct it, or write the page it means',
    );
  }
  if (!anchor) return [];
  const target = path ? pages.get(path) : source;
  if (target && idsOf(target).has(anchor)) return [];
  return problem(
    `the link "${url}" is dead: ${target?.file ?? path} has no "${anchor}"`,
    `Correct it, or give a heading that id: ## … {#${anchor}}`,
  );
}

const linksOf = perSource((source): Link[] =>
  [...walk(blocksOf(source))].flatMap((node) =>
    node.type === 'link' || node.type === 'definition' ? [{ url: node.url, line: lineOf(node) }] : [],
  ),
);

const idsOf = perSource((source): Set<string> => {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!));
});
