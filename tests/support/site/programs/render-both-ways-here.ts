import { pathsOf } from '../../../../src/generator/build-host.ts';
import type { RenderedPageFacts } from '../../../../src/generator/pages/page-facts.ts';
import { renderAlone } from '../../../../src/generator/pages/render-alone.ts';
import { renderWithTemplates } from '../../../../src/generator/pages/render-with-templates.ts';
import type { FilledPage } from '../../../../src/generator/pages/template.ts';
import { codeDigest } from '../../../../src/generator/renderer/code-digest.ts';
import { compilePages, isCompiled, loadRenderer } from '../../../../src/generator/renderer/compile.ts';
import { startCompiler } from '../../../../src/generator/renderer/start-compiler.mjs';
import { rootOf } from '../../../../src/site/editions/editions.ts';
import { openSite, readSiteOptions } from '../../../../src/site/open-site.ts';
import { readTelemetry } from '../../../../src/telemetry/settings.ts';

/**
 * Renders each page of a project alone and from a template. Prints pages that differ in bytes, facts or dependencies, and the
 * number of pages and of renders by Astro for the templates.
 */
const telemetry = readTelemetry(process.env);
if (!isCompiled(codeDigest(telemetry)))
  await compilePages(telemetry, startCompiler(process.env), new AbortController().signal);
const renderer = await loadRenderer();
let renders = 0;
const fromTemplate = renderWithTemplates({
  ...renderer,
  renderPage: (page, root, path) => {
    renders++;
    return renderer.renderPage(page, root, path);
  },
});
const { editions } = await openSite(readSiteOptions(process.env));
const pages = editions.flatMap((edition) => pathsOf(edition).map((path) => ({ edition, path })));
const different: string[] = [];
for (const { edition, path } of pages) {
  const file = `${path}.html`;
  const [alone, filled] = [await renderAlone(renderer, edition, path, file), await fromTemplate(edition, path, file)];
  if (comparable(alone) !== comparable(filled)) different.push(rootOf(edition) + path);
}
console.log(JSON.stringify({ different, pages: pages.length, renders }));

function comparable({ content, facts, dependencies }: FilledPage): string {
  return JSON.stringify({ content: content.toString(), facts: sorted(facts), dependencies });
}

/** A template lists the references of its texts apart. */
function sorted({ references, ids, ofTexts, ...facts }: RenderedPageFacts): object {
  return {
    ...facts,
    references: [...references, ...ofTexts.links].toSorted(),
    ids: [...ids, ...ofTexts.ids].toSorted(),
  };
}
