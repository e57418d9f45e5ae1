import { readHtml } from '../../shared/read-html.ts';
import { UserError } from '../../shared/user-error.ts';
import { pagesOf } from '../../site/content.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { NOT_FOUND } from '../../site/editions/routes.ts';
import { addEdition, siblingsOf } from '../../site/site.ts';
import type * as Renderer from '../renderer/render-page.ts';
import { MARK, namesOf, shapeOf, withMarks } from './edition-shape.ts';
import { inputKey } from './fingerprints.ts';
import { inlineStyles } from './inline-styles.ts';
import { type PublishedPage, readPage } from './page-facts.ts';

export interface NewPage {
  content: Buffer;
  facts: PublishedPage;
  /** What it depends on; see `note`. */
  reads: string[];
}

/**
 * Renders pages. Many editions differ only in the names of their brand and its hosts: their pages are rendered once, with
 * marks in the place of the names, and the names put in for each.
 * @param editions all that pages will be asked for
 */
export function renderWith(
  renderer: typeof Renderer,
  editions: Edition[],
): (edition: Edition, path: string, file: string) => Promise<NewPage> {
  const alike = Map.groupBy(editions, shapeOf);
  const masters = new Map(
    [...alike]
      .filter(([, group]) => group.length > 1)
      .map(([shape, [first]], index) => [shape, makeMaster(first!, `master${index}`)]),
  );
  const render = async (edition: Edition, path: string, file: string): Promise<NewPage> => {
    const master = masters.get(shapeOf(edition));
    const page = master && (await pageOf(master, path, file, renderer));
    if (page && hasSameInputs(edition, master.edition, page.inputs))
      return stamp(page, namesOf(edition, siblingsOf(edition)));
    const { html, reads } = await renderer.render(rootOf(edition), path);
    const document = readHtml(html);
    return { content: inlineStyles(html, document), facts: readPage(file, document), reads };
  };
  return (edition, path, file) =>
    render(edition, path, file).catch((cause: Error) => {
      const message = `${rootOf(edition)}/${file} cannot be rendered: ${cause.message}`;
      // The compiled pages have a class `UserError` of their own.
      throw cause.name === 'UserError' ? new UserError(message, { cause }) : new Error(message, { cause });
    });
}

interface Master {
  name: string;
  edition: Edition;
  pages: Map<string, MasterPage>;
}

interface MasterPage extends Omit<NewPage, 'content'> {
  /** Of its reads those that can differ among editions of its shape: hosts are a part of it, and words go with the language. */
  inputs: string[];
  /** What stands between the marks. */
  texts: Buffer[];
  /** The names that belong there, by their place in `namesOf`. */
  marks: number[];
}

function makeMaster(example: Edition, name: string): Master {
  const { edition, siblings } = withMarks(example);
  addEdition(name, edition, siblings);
  return { name, edition, pages: new Map() };
}

async function pageOf(
  { name, edition, pages }: Master,
  path: string,
  file: string,
  renderer: typeof Renderer,
): Promise<MasterPage | undefined> {
  // An article that a host alone has.
  if (path !== NOT_FOUND && !pagesOf(edition).has(path)) return undefined;
  const known = pages.get(path);
  if (known) return known;
  const { html, reads } = await renderer.render(`${name}/${edition.lang}`, path);
  const document = readHtml(html);
  const parts = inlineStyles(html, document).toString().split(MARK);
  const page = {
    facts: readPage(file, document),
    reads,
    inputs: reads.filter((read) => !/^(word|words|hosts)\b/.test(read)),
    texts: parts.filter((_, index) => index % 2 === 0).map((text) => Buffer.from(text)),
    marks: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
  pages.set(path, page);
  return page;
}

/** Whether what the master's page depends on is the same for an edition of its shape. */
const hasSameInputs = (edition: Edition, master: Edition, inputs: string[]): boolean =>
  inputs.every((read) => inputKey(edition, read) === inputKey(master, read));

function stamp({ texts, marks, facts, reads }: MasterPage, names: string[]): NewPage {
  const put = (text: string): string =>
    text.replaceAll(new RegExp(MARK, 'g'), (_, index: string) => names[Number(index)]!);
  const buffers = texts.flatMap((text, index) =>
    index === 0 ? [text] : [Buffer.from(names[marks[index - 1]!]!), text],
  );
  return {
    content: Buffer.concat(buffers),
    facts: {
      ...facts,
      canonical: facts.canonical && put(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: put(href) })),
    },
    reads,
  };
}
