import { memoize, memoizeLast } from '../../shared/memoize.ts';
import type { RenderResult } from '../renderer/render-page.ts';
import { finishPage } from './finish-page.ts';
import { type PageDependencies, toPageDependencies } from './input-fingerprints.ts';
import { joinBytes } from './page-bytes.ts';
import { assetsIn, hashOf, pathOf, type RenderedPageFacts, type TextAnchors } from './page-facts.ts';
import { BEGIN, type Encode, encodingOf, PLACEHOLDER, replacePlaceholders, TEXT_PLACEHOLDER } from './placeholders.ts';

/** A rendered page with gaps for names and texts. */
export interface Template {
  facts: RenderedPageFacts;
  /** References in which names are missing. */
  withNames: string[];
  dependencies: PageDependencies;
  /** What stands between the gaps. */
  parts: Buffer[];
  gaps: Gap[];
}

interface Gap {
  /** Index of the name or text. */
  index: number;
  /** How a text is written; undefined for a name. */
  encode: Encode | undefined;
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
  const pieces = finished.split(PLACEHOLDER);
  const at = (place: number): string[] => pieces.filter((_, index) => index % 3 === place);
  const marks = at(2);
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
    parts: at(0).map((text) => Buffer.from(text)),
    gaps: at(1).map((index, gap) => ({
      index: Number(index),
      encode: marks[gap] ? encodingOf(marks[gap]) : undefined,
    })),
  };
}

/** Fills the names of an edition. The result is the template of its pages. */
export function fillNames({ facts, withNames, dependencies, parts, gaps }: Template, names: string[]): Template {
  const fill = nameFilling(names);
  const runs: (string | Buffer)[][] = [[parts[0]!]];
  gaps.forEach(({ index, encode }, gap) => {
    const next = parts[gap + 1]!;
    if (encode) runs.push([next]);
    else runs.at(-1)!.push(names[index]!, next);
  });
  return {
    facts: {
      ...facts,
      canonical: facts.canonical && fill(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: fill(href) })),
      references: [...facts.references, ...withNames.map(fill)],
      styles: facts.styles.map((style) => (style.includes(BEGIN) ? hashOf(fill(style)) : style)),
      assets: facts.assets.flatMap((asset) => (asset.includes(BEGIN) ? assetsIn(fill(asset)) : asset)),
      ofTexts: { links: facts.ofTexts.links.map(fill), ids: [] },
    },
    withNames: [],
    dependencies,
    parts: runs.map(joinBytes),
    gaps: gaps.filter(({ encode }) => encode),
  };
}

/**
 * Fills the texts of a page.
 * @param anchors of the HTML among the texts
 */
export function fillTexts(
  { facts, dependencies, parts, gaps }: Template,
  file: string,
  texts: string[],
  anchors: TextAnchors,
): FilledPage {
  const fill = (text: string): string => replacePlaceholders(text, (index) => texts[index]);
  return {
    content: gaps.length
      ? joinBytes([parts[0]!, ...gaps.flatMap(({ index, encode }, gap) => [encode!(texts[index]!), parts[gap + 1]!])])
      : parts[0]!,
    facts: {
      ...facts,
      file,
      path: pathOf(file),
      canonical: facts.canonical && fill(facts.canonical),
      alternates: facts.alternates.map(({ hreflang, href }) => ({ hreflang, href: fill(href) })),
      ofTexts: { links: [...facts.ofTexts.links.map(fill), ...anchors.links], ids: anchors.ids },
    },
    dependencies: { ...dependencies, others: dependencies.others.map(fill) },
  };
}

/** Pages of an edition share most references. */
const nameFilling = memoizeLast((names: string[]) =>
  memoize((text: string) => replacePlaceholders(text, (index, isOfText) => (isOfText ? undefined : names[index]))),
);
