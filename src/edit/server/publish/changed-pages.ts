import { readFileSync } from 'node:fs';

import { CHANGES, type Changes } from '../../../output/changes.ts';
import type { Output } from '../../../output/folders.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';
import type { BuiltPages, ChangedPage } from '../../browser/publish/publish-events.ts';

/** The changed pages of the last build by path, those of most sites first, and the number of other changed files. */
export function changedPages({ dist }: Output): BuiltPages {
  const { editions } = JSON.parse(readFileSync(`${dist}/${CHANGES}`, 'utf8')) as Changes;
  const all = editions.flatMap(({ host, lang, ...changes }) =>
    (['changed', 'added', 'removed'] as const).flatMap((kind) =>
      Object.keys(changes[kind]).map((path) => ({ path, kind, site: { host, lang } })),
    ),
  );
  const pages = new Map<string, ChangedPage>();
  for (const { path, kind, site } of all.filter(isPage)) {
    const page = pages.get(`${kind} ${path}`) ?? { path, kind, sites: [] };
    page.sites.push(site);
    pages.set(`${kind} ${path}`, page);
  }
  return {
    pages: [...pages.values()].toSorted((a, b) => b.sites.length - a.sites.length || compareTexts(a.path, b.path)),
    otherFiles: all.filter((change) => !isPage(change)).length,
  };
}

/** Other files have an ending, such as `/sitemap.xml`. */
const isPage = ({ path }: { path: string }): boolean => !/\.[^/]+$/.test(path);
