import { readHtml } from '../../shared/read-html.ts';
import { UserError } from '../../shared/user-error.ts';
import { pagesOf } from '../../site/content.ts';
import { siblingsOf, withEdition } from '../../site/editions/configured-editions.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { NOT_FOUND } from '../../site/editions/routes.ts';
import type * as Renderer from '../renderer/render-page.ts';
import { inlineStyles } from './inline-styles.ts';
import { dependencyFingerprint } from './input-fingerprints.ts';
import { readPageFacts, type RenderedPageFacts } from './page-facts.ts';
import { namesOf, PLACEHOLDER, shapeOf, withPlaceholders } from './template-shape.ts';

export interface NewPage {
  content: Buffer;
  facts: RenderedPageFacts;
  /** See `trackDependency`. */
  dependencies: string[];
}

/**
 * Renders pages. Editions that differ in names only share a template: each page is rendered once with placeholders for the names of the
 * brand and its hosts, and the names of every edition are substituted.
 * @param editions all editions whose pages will be rendered
 */
export function renderWithTemplates(
  renderer: typeof Renderer,
  editions: Edition[],
): (edition: Edition, path: string, file: string) => Promise<NewPage> {
  const templates = new Map(
    [...Map.groupBy(editions, shapeOf)]
      .filter(([, alike]) => alike.length > 1)
      .map(([shape, [first]]): [string, Template] => [shape, { ...withPlaceholders(first!), pages: new Map() }]),
  );
  const render = async (edition: Edition, path: string, file: string): Promise<NewPage> => {
    const template = templates.get(shapeOf(edition));
    const page = template && (await templatePage(template, path, file, renderer));
    if (page && hasSameDependencies(edition, template, page.varying))
      return substitute(page, namesOf(edition, siblingsOf(edition)));
    const { html, dependencies } = await renderer.renderPage(rootOf(edition), path);
    const document = readHtml(html);
    return { content: inlineStyles(html, document), facts: readPageFacts(file, document), dependencies };
  };
  return (edition, path, file) =>
    render(edition, path, file).catch((cause: Error) => {
      const message = `${rootOf(edition)}/${file} cannot be rendered: ${cause.message}`;
      // The compiled pages have a class `UserError` of their own.
      throw cause.name === 'UserError' ? new UserError(message, { cause }) : new Error(message, { cause });
    });
}

/** An edition with placeholders instead of names. */
interface Template {
  edition: Edition;
  siblings: Edition[];
  /** Rendered pages by path. */
  pages: Map<string, TemplatePage>;
}

interface TemplatePage extends Omit<NewPage, 'content'> {
  /** Dependencies that can differ between editions of one template. Hosts are part of its shape, translations go with its language. */
  varying: string[];
  /** Text between the placeholders. */
  texts: Buffer[];
  /** Index in `namesOf` of each placeholder. */
  names: number[];
}

/** Host in the request for a page of a template. */
const TEMPLATE_HOST = 'template';

/** @returns undefined for an article of one host, which the template lacks */
async function templatePage(
  { edition, siblings, pages }: Template,
  path: string,
  file: string,
  renderer: typeof Renderer,
): Promise<TemplatePage | undefined> {
  if (path !== NOT_FOUND && !pagesOf(edition).has(path)) return undefined;
  const known = pages.get(path);
  if (known) return known;
  const { html, dependencies } = await withEdition(edition, siblings, () =>
    renderer.renderPage(`${TEMPLATE_HOST}/${edition.lang}`, path),
  );
  const document = readHtml(html);
  const parts = inlineStyles(html, document).toString().split(PLACEHOLDER);
  const page = {
    facts: readPageFacts(file, document),
    dependencies,
    varying: dependencies.filter((dependency) => !/^(word|words|hosts)\b/.test(dependency)),
    texts: parts.filter((_, index) => index % 2 === 0).map((text) => Buffer.from(text)),
    names: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
  pages.set(path, page);
  return page;
}

const hasSameDependencies = (edition: Edition, template: Template, dependencies: string[]): boolean =>
  dependencies.every(
    (dependency) =>
      dependencyFingerprint(edition, dependency) ===
      withEdition(template.edition, template.siblings, () => dependencyFingerprint(template.edition, dependency)),
  );

/** @param names of an edition, see `namesOf` */
function substitute({ texts, names: indexes, facts, dependencies }: TemplatePage, names: string[]): NewPage {
  const fill = (text: string): string =>
    text.replaceAll(new RegExp(PLACEHOLDER, 'g'), (_, index: string) => names[Number(index)]!);
  const buffers = texts.flatMap((text, position) =>
    position === 0 ? [text] : [Buffer.from(names[indexes[position - 1]!]!), text],
  );
  return {
    content: Buffer.concat(buffers),
    facts: {
      ...facts,
      canonical: facts.canonical && fill(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: fill(href) })),
    },
    dependencies,
  };
}
