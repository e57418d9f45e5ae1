import { required } from '../shared/required.ts';
import { isCompressedForm } from './content-encodings.ts';
import type { Manifest, ManifestEdition } from './manifest.ts';
import { headersFor } from './match-headers.ts';

/** This header differs between editions, and changes with their styles and scripts. */
export const POLICY = 'Content-Security-Policy';

/**
 * The last policy of each edition whose policy changed, by root. nginx and Caddy allow it too until the edition changes again. They can then
 * reload before the new pages arrive: old and new pages always have their styles.
 * @param last manifest of the last build
 */
export function formerPolicies(editions: ManifestEdition[], last: Manifest | undefined): Record<string, string> {
  const before = new Map(last?.editions.map((edition) => [edition.root, edition]));
  const entries = editions.map((edition) => [edition.root, formerPolicy(edition, before.get(edition.root), last)]);
  return Object.fromEntries(entries.filter(([, policy]) => policy)) as Record<string, string>;
}

function formerPolicy(
  edition: ManifestEdition,
  before: ManifestEdition | undefined,
  last: Manifest | undefined,
): string | undefined {
  if (!before) return undefined;
  if (before === edition) return last?.former[edition.root];
  if (policyOf(before) !== policyOf(edition)) return policyOf(before);
  const former = last?.former[edition.root];
  return former && contentOf(before) === contentOf(edition) ? former : undefined;
}

/** Files but the compressed ones: equal for every level of compression. */
const contentOf = ({ files }: ManifestEdition): string =>
  JSON.stringify(Object.entries(files).filter(([file]) => !isCompressedForm(file)));

/** The union of two policies. */
export function joinPolicies(policy: string, other: string | undefined): string {
  if (!other) return policy;
  const directives = new Map<string, string[]>();
  for (const directive of [...policy.split('; '), ...other.split('; ')]) {
    const [name = '', ...sources] = directive.split(' ');
    directives.set(name, [...new Set([...(directives.get(name) ?? []), ...sources])]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** The policy of an edition. */
export const policyOf = ({ headers }: ManifestEdition): string => required(headersFor(headers, '/')[POLICY], POLICY);
