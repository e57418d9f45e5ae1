import type { SSRResult } from 'astro';
import { type ComponentType, createElement, Suspense, useId } from 'react';
import { expect, test } from 'vitest';

import renderer from './react-renderer.ts';

const newPage = () => ({ createAstro: () => ({ locals: {} }) });

const render = (Component: ComponentType, page: object = newPage()): Promise<{ html: string }> =>
  renderer.renderToStaticMarkup.call({ result: page as SSRResult }, Component, {});

const inSuspense = (Component: ComponentType): ComponentType => {
  return () => createElement(Suspense, null, createElement(Component));
};

test('an error below a Suspense fails the page like any other error', async () => {
  const Broken = (): never => {
    throw new Error('no words');
  };
  await expect(render(Broken)).rejects.toThrow('no words');
  await expect(render(inSuspense(Broken))).rejects.toThrow('no words');
  await expect(render(inSuspense(inSuspense(Broken)))).rejects.toThrow('no words');
});

test('a long island is rendered in place, without a script', async () => {
  const text = 'word '.repeat(10_000);
  const { html } = await render(inSuspense(() => createElement('p', null, text)));
  expect(html).toBe(`<!--$--><p>${text}</p><!--/$-->`);
});

test('ids of two islands of a page differ', async () => {
  const Field = () => createElement('p', { id: useId() });
  const page = newPage();
  expect(await render(Field, page)).not.toEqual(await render(Field, page));
});
