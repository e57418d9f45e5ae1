import { currentSite } from '../current-site.ts';

/** Languages by scope: each brand and host, and `shared`, which has those of all. */
export const configuredScopes = (): Map<string, string[]> => {
  const pairs = currentSite().editions.flatMap(({ brand, host, lang }) =>
    ['shared', brand.id, host].map((scope) => ({ scope, lang })),
  );
  const byScope = Map.groupBy(pairs, ({ scope }) => scope);
  return new Map([...byScope].map(([scope, found]) => [scope, [...new Set(found.map(({ lang }) => lang))]]));
};
