import { cachedBy } from '../../shared/cached-by.ts';
import { memoize } from '../../shared/memoize.ts';
import { required } from '../../shared/required.ts';
import type { RenderResult } from '../renderer/render-page.ts';
import { finishPage } from './finish-page.ts';
import { type PageDependencies, toPageDependencies } from './input-fingerprints.ts';
import type { PageBytes } from './page-bytes.ts';
import { assetsIn, hashOf, pathOf, type RenderedPageFacts, type TextAnchors } from './page-facts.ts';
import { BEGIN, type Encode, encodingOf, PLACEHOLDER, replacePlaceholders, TEXT_PLACEHOLDER } from './placeholders.ts';

/** A rendered page with gaps for names and texts. */
export interface Template {
  facts: RenderedPageFacts;
  /** References in which names are missing. */
  withNames: string[];
  dependencies: PageDependencies;
  /** What stands before the first gap. */
  head: Buffer;
  gaps: Gap[];
}

interface Gap {
  /** Index of the name or text. */
  index: number;
  /** How a text is written; undefined for a name. */
  encode: Encode | undefined;
  /** What stands behind it, before the next gap. */
  next: Buffer;
}

/** A template of the pages of an edition. */
export interface NamedTemplate extends Template {
  gaps: TextGap[];
}

interface TextGap extends Gap {
  encode: Encode;
}

/** A page of a template. */
export interface FilledPage {
  content: Buffer;
  facts: RenderedPageFacts;
  dependencies: PageDependencies;
}

/** Makes a template of a page that was rendered with placeholders. */
export function toTemplate(file: string, { html, dependencies }: RenderResult): Template {
  const { html: finished, facts } = finishPage(file, html);
  const [head = '', ...pieces] = finished.split(PLACEHOLDER);
  const isOfText = (target: string): boolean => TEXT_PLACEHOLDER.test(target);
  const references = facts.references.filter((target) => !isOfText(target));
  return {
    facts: {
      ...facts,
      references: references.filter((target) => !target.includes(BEGIN)),
      ids: new Set([...facts.ids].filter((id) => !id.includes(BEGIN))),
      ofTexts: { links: facts.references.filter(isOfText), ids: [] },
    },
    withNames: references.filter((target) => target.includes(BEGIN)),
    dependencies: toPageDependencies(dependencies),
    head: Buffer.from(head),
    gaps: Array.from({ length: pieces.length / 3 }, (_, gap) => {
      const [index, mark, next = ''] = pieces.slice(gap * 3, gap * 3 + 3);
      return { index: Number(index), encode: mark ? encodingOf(mark) : undefined, next: Buffer.from(next) };
    }),
  };
}

/** Fills the names of an edition. The result is the template of its pages. */
export function fillNames(
  bytes: PageBytes,
  { facts, withNames, dependencies, head, gaps }: Template,
  names: string[],
): NamedTemplate {
  const { fill, hashOfFilled, assetsOfFilled } = nameFilling(names);
  const first: (string | Buffer)[] = [head];
  const texts: { index: number; encode: Encode; run: (string | Buffer)[] }[] = [];
  let run = first;
  for (const { index, encode, next } of gaps)
    if (encode) texts.push({ index, encode, run: (run = [next]) });
    else run.push(required(names[index], 'name of a placeholder'), next);
  return {
    facts: {
      ...facts,
      canonical: facts.canonical && fill(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: fill(href) })),
      references: [...facts.references, ...withNames.map(fill)],
      styles: facts.styles.map((style) => (style.includes(BEGIN) ? hashOfFilled(style) : style)),
      assets: facts.assets.flatMap((asset) => (asset.includes(BEGIN) ? assetsOfFilled(asset) : asset)),
      ofTexts: { links: facts.ofTexts.links.map(fill), ids: [] },
    },
    withNames: [],
    dependencies,
    head: bytes.join(first),
    gaps: texts.map(({ index, encode, run: behind }) => ({ index, encode, next: bytes.join(behind) })),
  };
}

/**
 * Fills the texts of a page.
 * @param anchors of the HTML among the texts
 * @param changed day on which the texts have changed last
 */
export function fillTexts(
  bytes: PageBytes,
  { facts, dependencies, head, gaps }: NamedTemplate,
  file: string,
  texts: string[],
  anchors: TextAnchors,
  changed: string | undefined,
): FilledPage {
  const fill = (text: string): string => replacePlaceholders(text, (index) => texts[index]);
  return {
    content: gaps.length
      ? bytes.join([head, ...gaps.flatMap(({ index, encode, next }) => [encode(texts[index]!), next])])
      : head,
    facts: {
      ...facts,
      file,
      path: pathOf(file),
      changed,
      canonical: facts.canonical && fill(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: fill(href) })),
      ofTexts: { links: [...facts.ofTexts.links.map(fill), ...anchors.links], ids: anchors.ids },
    },
    dependencies: { ...dependencies, others: dependencies.others.map(fill) },
  };
}

/** Pages of an edition share most references, styles and scripts. */
const nameFilling = cachedBy((names: string[]) => {
  const fill = memoize((text: string) =>
    replacePlaceholders(text, (index, isOfText) => (isOfText ? undefined : names[index])),
  );
  return {
    fill,
    hashOfFilled: memoize((text: string) => hashOf(fill(text))),
    assetsOfFilled: memoize((text: string) => assetsIn(fill(text))),
  };
});
