import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { UserError } from '../../shared/user-error.ts';
import { hasPage, ownsPage } from '../../site/content.ts';
import { type Edition, rootOf, type Site, siblingsOf } from '../../site/editions/editions.ts';
import { articlePath, routes } from '../../site/editions/routes.ts';
import { lastChange, type PageTexts, textAnchors, textsOf } from '../../site/page-texts.ts';
import { PageView } from '../../site/pages/page-view.ts';
import { dependencyFingerprint } from './input-fingerprints.ts';
import { PageBytes } from './page-bytes.ts';
import { BEGIN, replaceStrings } from './placeholders.ts';
import { renderAlone, type Renderer } from './render-alone.ts';
import { namesOf, shapeOf, withPlaceholders } from './template-shape.ts';
import { type FilledPage, fillNames, fillTexts, type NamedTemplate, type Template, toTemplate } from './template.ts';

/** Renders a page of an edition. Its content is valid until a page of another host is rendered. */
export type Render = (edition: Edition, path: string, file: string) => Promise<FilledPage>;

/**
 * Renders pages. Astro renders a template with placeholders for all pages that differ in names, looks and texts only. The first page of each
 * structure is also rendered without a template, and must have the same bytes.
 */
export function renderWithTemplates(renderer: Renderer): Render {
  // The templates of one build: the next build of this process has other texts.
  const kindsOf = cachedBy((_site: Site) => new Map<string, Kind[]>());
  const comparedOf = cachedBy((_site: Site) => new Set<string>());

  async function render(edition: Edition, path: string, file: string): Promise<FilledPage> {
    const page = pageAt(edition, path, file);
    const filled = fill(await templateFor(page), page);
    const compared = comparedOf(edition.site);
    if (!compared.has(page.structure)) {
      compared.add(page.structure);
      requireEqual(filled, await renderAlone(renderer, edition, path, file));
    }
    return filled;
  }

  async function templateFor(page: Page): Promise<Template> {
    const key = `${shapeOf(page.edition)}\n${page.structure}`;
    const kinds = kindsOf(page.edition.site);
    const alike = kinds.get(key) ?? [];
    const known = alike.find(({ paths, pathFacts }) => pathFactsOf(page, paths) === pathFacts);
    if (known) return known.template;
    const template = await renderTemplate(renderer, page);
    const paths = pathsIn(template.dependencies.others);
    kinds.set(key, [...alike, { paths, pathFacts: pathFactsOf(page, paths), template }]);
    return template;
  }

  return (edition, path, file) =>
    render(edition, path, file).catch((cause: Error) => {
      const message = `${rootOf(edition)}/${file} cannot be rendered: ${cause.message}`;
      throw cause instanceof UserError ? new UserError(message, { cause }) : new Error(message, { cause });
    });
}

/** Pages that share a template. */
interface Kind {
  /** Paths that the pages look up in all editions of the brand; undefined for their own. */
  paths: (string | undefined)[];
  pathFacts: string;
  template: Template;
}

interface Page {
  edition: Edition;
  path: string;
  file: string;
  /** Its route and data without their strings. */
  structure: string;
  withPlaceholders: PageTexts | undefined;
  /** What the placeholders stand for. */
  strings: string[];
  /** Day on which its texts have changed last. */
  changed: string | undefined;
}

function pageAt(edition: Edition, path: string, file: string): Page {
  const texts = textsOf(edition, path);
  const { copy, strings } = replaceStrings(texts);
  const route = copy && 'id' in copy ? routes.article.path : path;
  return {
    edition,
    path,
    file,
    structure: `${route}\n${JSON.stringify(copy)}`,
    withPlaceholders: copy,
    strings,
    changed: texts && lastChange(edition, path, texts),
  };
}

async function renderTemplate({ renderPage }: Renderer, page: Page): Promise<Template> {
  const { edition, path, file, withPlaceholders: texts } = page;
  const copies = withPlaceholders(edition);
  const shownPath = texts && 'id' in texts ? articlePath(texts.id) : path;
  const originals = siblingsOf(edition);
  const originalOf = (copy: Edition): Edition =>
    required(originals[copies.siblings.indexOf(copy)], 'edition behind its copy');
  const originalPath = (shown: string): string => (shown === shownPath ? path : shown);
  const ofPage = <Texts extends PageTexts>() => texts as Texts;
  const view = new PageView({
    ...copies,
    hasPage: (copy, shown) => hasPage(originalOf(copy), originalPath(shown)),
    ownsPage: (copy, shown) => ownsPage(originalOf(copy), originalPath(shown)),
    document: ofPage,
    article: ofPage,
    articleList: ofPage,
    changes: ofPage,
  });
  return toTemplate(file, await renderPage(view, rootOf(edition), path));
}

const pathsIn = (dependencies: string[]): (string | undefined)[] =>
  dependencies
    .filter((dependency) => dependency.startsWith('path:'))
    .map((dependency) => (dependency.includes(BEGIN) ? undefined : dependency.slice('path:'.length)));

/** Which editions of the brand have the paths, and texts of their own on them. */
const pathFactsOf = ({ edition, path }: Page, paths: (string | undefined)[]): string =>
  paths.map((each) => dependencyFingerprint(edition, `path:${each ?? path}`)).join(' ');

function fill(
  template: Template,
  { edition, path, file, withPlaceholders: texts, strings, changed }: Page,
): FilledPage {
  const anchors = texts ? textAnchors(edition, path) : { ids: [], links: [] };
  return fillTexts(filledOf(edition.site).bytes, withNames(template, edition), file, strings, anchors, changed);
}

/** The edition that was rendered last, and its templates. Most of its articles have one template. */
interface LastEdition {
  edition: Edition;
  names: string[];
  templates: Map<Template, NamedTemplate>;
}

const filledOf = cachedBy((_site: Site): { bytes: PageBytes; last?: LastEdition } => ({ bytes: new PageBytes() }));

function withNames(template: Template, edition: Edition): NamedTemplate {
  const known = filledOf(edition.site);
  let { last } = known;
  if (last?.edition !== edition) {
    if (last?.edition.host !== edition.host) known.bytes.reuse();
    const names = namesOf(edition);
    last = known.last = { edition, names, templates: new Map() };
  }
  const filled = last.templates.get(template) ?? fillNames(known.bytes, template, last.names);
  last.templates.set(template, filled);
  return filled;
}

function requireEqual(filled: FilledPage, alone: FilledPage): void {
  const [ours, theirs] = [filled, alone].map(
    ({ content, dependencies }) => `${content.toString()}\n${JSON.stringify(dependencies)}`,
  ) as [string, string];
  if (ours === theirs) return;
  let start = 0;
  while (ours[start] === theirs[start]) start++;
  const [found, expected] = [ours, theirs].map((text) =>
    JSON.stringify(text.slice(Math.max(0, start - 60), start + 60)),
  );
  throw new Error(
    `its template gives ${found}, and Astro ${expected}. A component computes something from a text: let src/site/page-texts.ts compute it`,
  );
}
