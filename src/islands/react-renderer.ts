import type { SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';

import { PageTranslator } from './ui/use-translations-on-server.ts';

/**
 * Renders islands at build time in place of `@astrojs/react/server.js`, which publishes an empty island where a component below a
 * `<Suspense>` throws: React leaves that part to the browser and reports the error only to `onError`.
 * @see https://react.dev/reference/react-dom/server/renderToReadableStream
 */
export default {
  name: '@astrojs/react',

  /** React is the only framework of this site. */
  check: (): Promise<boolean> => Promise.resolve(true),

  /** @throws the first error of a component */
  async renderToStaticMarkup(
    this: { result: SSRResult },
    Component: ComponentType,
    props: object,
  ): Promise<{ html: string; attrs: { prefix: string } }> {
    const prefix = nextPrefix(this.result);
    const errors: unknown[] = [];
    const { t } = this.result.createAstro({}, null).locals;
    const island = createElement(PageTranslator, { value: t }, createElement(Component, props));
    const stream = await renderToReadableStream(island, {
      identifierPrefix: prefix,
      // By default React streams a long part last, with a script that moves it into place.
      progressiveChunkSize: Infinity,
      onError: (error) => void errors.push(error),
    });
    await stream.allReady;
    if (errors.length) throw errors[0];
    return { html: await new Response(stream).text(), attrs: { prefix } };
  },
};

const islands = new WeakMap<SSRResult, number>();

/** A prefix for `useId`, so that ids of several islands on a page differ. */
function nextPrefix(page: SSRResult): string {
  const number = islands.get(page) ?? 0;
  islands.set(page, number + 1);
  return `r${number}`;
}
