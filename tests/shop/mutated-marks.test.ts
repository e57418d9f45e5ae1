// A mark of Markdown that is lost, repeated or exchanged in a shipped text is reported at its line, or no reader sees it.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inspectText } from '../../src/check/inspect-content-file.ts';
import { memoize } from '../../src/shared/memoize.ts';
import { required } from '../../src/shared/required.ts';
import { plainText } from '../../src/site/markdown/html-text.ts';
import { parseArticleFile, parseDocumentFile } from '../../src/site/markdown/parse.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import type { Source } from '../../src/site/site-folder.ts';

/** Another seed draws other mutations: `SEED=7 npx vitest run tests/shop`. */
const SEED = Number(process.env.SEED ?? 16);

const MUTATIONS = 1000;

const mutations: ((mark: string, next: string) => string)[] = [
  (_, next) => next,
  (mark, next) => mark + mark + next,
  (mark, next) => next + mark,
];

test(`${MUTATIONS} mutations of marks in the shipped texts`, async () => {
  const { folder } = await openSite(readSiteOptions({}));
  const { texts } = folder.contents;
  const drawn = fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.constantFrom(...mutations));
  const published = fc.sample(drawn, { seed: SEED, numRuns: MUTATIONS }).flatMap(([source, number, mutate], round) => {
    const body = source.text.indexOf('\n---\n') + 5;
    const places = [...source.text.slice(body).matchAll(/[-*_`~[\]()#|\\>{}:!]/g)].map(({ index }) => body + index);
    const at = required(places[number % places.length], 'mark');
    const [mark = '', next = ''] = source.text.slice(at);
    const after = textOf(
      source,
      String(round),
      source.text.slice(0, at) + mutate(mark, next) + source.text.slice(at + 2),
    );
    const line = source.text.slice(0, at).split('\n').length;
    const { diagnostics } = inspectText(after);
    const isReported = diagnostics.some((diagnostic) => Math.abs(diagnostic.line - line) <= 1);
    if (isReported || marksShown(after) <= shownBefore(source)) return [];
    return [{ file: source.file, line, text: after.text.split('\n')[line - 1], diagnostics }];
  });
  expect(published, `SEED=${SEED}`).toEqual([]);
});

const shownBefore = memoize(marksShown);

const textOf = ({ kind, scope, lang, name, file, folder }: Source, sha256: string, text: string): Source => ({
  kind,
  scope,
  lang,
  name,
  file,
  folder,
  text,
  diagnostics: [],
  sha256,
});

/** The number of marks that readers see outside of code. */
function marksShown(source: Source): number {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return plainText(html.replaceAll(/<(code|pre)\b.*?<\/\1>/gs, '')).match(/[*_`~[\]#|\\]/g)?.length ?? 0;
}
