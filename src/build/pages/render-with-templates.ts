import { hash } from 'node:crypto';

import { memoize } from '../../shared/memoize.ts';
import { UserError } from '../../shared/user-error.ts';
import { siblingsOf, withPage } from '../../site/editions/configured-editions.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { articlePath, routes } from '../../site/editions/routes.ts';
import { type PageTexts, textAnchors, textsOf } from '../../site/page-texts.ts';
import type * as Renderer from '../renderer/render-page.ts';
import { finishPage } from './finish-page.ts';
import { dependencyFingerprint, toPageDependencies } from './input-fingerprints.ts';
import { replaceStrings } from './placeholders.ts';
import { namesOf, shapeOf, withPlaceholders } from './template-shape.ts';
import { type FilledPage, fillNames, fillTexts, type Template, toTemplate } from './template.ts';

/** Renders a page of an edition. */
export type Render = (edition: Edition, path: string, file: string) => Promise<FilledPage>;

/**
 * Renders pages. Pages that differ in names and texts only share a template: Astro renders the first of them as it is, and once more with
 * placeholders when the second is asked for. The template must then give the bytes of the first page.
 */
export function renderWithTemplates({ renderPage }: Pick<typeof Renderer, 'renderPage'>): Render {
  const kinds = new Map<string, Kind[]>();

  const render: Render = async (edition, path, file) => {
    const page = pageAt(edition, path, file);
    const alike = kinds.get(page.structure) ?? [];
    const kind = alike.find(({ paths, pathFacts }) => pathFactsOf(page, paths) === pathFacts);
    if (kind) {
      kind.template ??= await templateOf(kind.first);
      return fill(kind.template, page);
    }
    const rendered = await renderAlone(page);
    const paths = pathsIn(rendered.dependencies.others).map((each) => (each === path ? undefined : each));
    const first = { edition, path, file, checksum: checksumOf(rendered) };
    kinds.set(page.structure, [...alike, { paths, pathFacts: pathFactsOf(page, paths), first, template: undefined }]);
    return rendered;
  };

  async function renderAlone({ edition, path, file, texts }: Page): Promise<FilledPage> {
    const siblings = siblingsOf(edition);
    const page = { edition, siblings, originals: siblings, path, originalPath: path, texts };
    const { html, dependencies } = await withPage(page, () => renderPage(rootOf(edition), path));
    const finished = finishPage(file, html);
    return {
      content: Buffer.from(finished.html),
      facts: finished.facts,
      dependencies: toPageDependencies(dependencies),
    };
  }

  async function templateOf({ edition, path, file, checksum }: FirstPage): Promise<Template> {
    const first = pageAt(edition, path, file);
    const texts = first.withPlaceholders;
    const placeholders = {
      ...withPlaceholders(edition),
      originals: siblingsOf(edition),
      path: texts && 'id' in texts ? articlePath(texts.id) : path,
      originalPath: path,
      texts,
    };
    const template = toTemplate(file, await withPage(placeholders, () => renderPage(rootOf(edition), path)));
    const filled = fill(template, first);
    if (checksumOf(filled) !== checksum) throw new Error(describeDifference(filled, await renderAlone(first)));
    return template;
  }

  return (edition, path, file) =>
    render(edition, path, file).catch((cause: Error) => {
      const message = `${rootOf(edition)}/${file} cannot be rendered: ${cause.message}`;
      // The compiled pages have a class `UserError` of their own.
      throw cause.name === 'UserError' ? new UserError(message, { cause }) : new Error(message, { cause });
    });
}

/** Pages that share a template. */
interface Kind {
  /** Paths that the pages look up in all editions of the brand; undefined for their own. */
  paths: (string | undefined)[];
  pathFacts: string;
  first: FirstPage;
  template: Template | undefined;
}

interface FirstPage {
  edition: Edition;
  path: string;
  file: string;
  checksum: string;
}

interface Page {
  edition: Edition;
  path: string;
  file: string;
  /** Equal for pages that differ in names, texts and path facts only. */
  structure: string;
  texts: PageTexts | undefined;
  withPlaceholders: PageTexts | undefined;
  /** What the placeholders stand for. */
  strings: string[];
}

function pageAt(edition: Edition, path: string, file: string): Page {
  const texts = textsOf(edition, path);
  const { copy, strings } = replaceStrings(texts);
  const route = copy && 'id' in copy ? routes.article.path : path;
  const structure = [shapeOf(edition), route, JSON.stringify(copy)].join('\n');
  return { edition, path, file, structure, texts, withPlaceholders: copy, strings };
}

const pathsIn = (dependencies: string[]): string[] =>
  dependencies.flatMap((dependency) => /^path:(.*)/.exec(dependency)?.[1] ?? []);

/** Which editions of the brand have the paths, and texts of their own on them. */
const pathFactsOf = ({ edition, path }: Page, paths: (string | undefined)[]): string =>
  paths.map((each) => dependencyFingerprint(edition, `path:${each ?? path}`)).join(' ');

/** Pages of an edition are rendered in sequence, and most of its articles have one template. */
function fill(template: Template, { edition, path, file, texts, strings }: Page): FilledPage {
  const anchors = texts ? textAnchors(edition, path) : { ids: [], links: [] };
  return fillTexts(withNames(template)(edition), file, strings, anchors);
}

const withNames = memoize((template: Template) => {
  let last: { edition: Edition; filled: Template } | undefined;
  return (edition: Edition): Template => {
    if (last?.edition !== edition)
      last = { edition, filled: fillNames(template, namesOf(edition, siblingsOf(edition))) };
    return last.filled;
  };
});

const checksumOf = ({ content, dependencies }: FilledPage): string =>
  hash('sha256', content) + hash('sha256', JSON.stringify(dependencies));

function describeDifference(filled: FilledPage, rendered: FilledPage): string {
  const [ours, theirs] = [filled, rendered].map(
    ({ content, dependencies }) => `${content}\n${JSON.stringify(dependencies)}`,
  );
  let start = 0;
  while (ours![start] === theirs![start]) start++;
  const [found, expected] = [ours, theirs].map((text) =>
    JSON.stringify(text!.slice(Math.max(0, start - 60), start + 60)),
  );
  return `its template gives ${found}, and Astro ${expected}. A component computes something from a text: let src/site/page-texts.ts compute it`;
}
