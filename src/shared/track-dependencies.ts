import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Set<string>>();

/**
 * Says that the page being rendered depends on something an editor or operator can change. Outside a build nobody listens.
 * @param input such as `word:nav.home`, `text:rules`, `article:first-conversation`, `posts`, `hosts` or `path:/rules`
 */
export const note = (input: string): void => void current.getStore()?.add(input);

/** Renders a page, and tells what it depends on. */
export async function recording<Result>(render: () => Promise<Result>): Promise<{ result: Result; reads: string[] }> {
  const reads = new Set<string>();
  const result = await current.run(reads, render);
  return { result, reads: [...reads] };
}
