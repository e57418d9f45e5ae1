import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Set<string>>();

/**
 * Records that the page being rendered depends on data of an editor or operator. Outside {@link withTracking} it does nothing.
 * @param dependency such as `word:nav.home`, `text:rules`, `changes:rules`, `article:first-conversation`, `posts`, `hosts` or `path:/rules`
 */
export const trackDependency = (dependency: string): void => void current.getStore()?.add(dependency);

/** Runs `render`, and returns its result with the dependencies that it tracked. */
export async function withTracking<Result>(
  render: () => Promise<Result>,
): Promise<{ result: Result; dependencies: string[] }> {
  const dependencies = new Set<string>();
  const result = await current.run(dependencies, render);
  return { result, dependencies: [...dependencies] };
}
