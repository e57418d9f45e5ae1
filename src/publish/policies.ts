import { headersFor } from './headers.ts';
import type { ManifestEdition } from './manifest.ts';

/** What the pages of an edition may load and run, which differs between editions and changes with styles and scripts. */
export const POLICY = 'Content-Security-Policy';

/**
 * Policies that a build replaces, by root. nginx and Caddy allow them as well for the time of one build, so that they can be reloaded before
 * the new pages are in their place: neither those nor the old ones are ever without their styles.
 * @param before editions of the build before
 */
export function replacedPolicies(before: ManifestEdition[], editions: ManifestEdition[]): Record<string, string> {
  const now = new Map(editions.map((edition) => [edition.root, policyOf(edition)]));
  return Object.fromEntries(
    before
      .filter((edition) => now.has(edition.root) && now.get(edition.root) !== policyOf(edition))
      .map((edition) => [edition.root, policyOf(edition)]),
  );
}

/** A policy that allows what either of two allows. */
export function joinPolicies(policy: string, other: string | undefined): string {
  if (!other) return policy;
  const directives = new Map<string, string[]>();
  for (const directive of [...policy.split('; '), ...other.split('; ')]) {
    const [name, ...sources] = directive.split(' ');
    directives.set(name!, [...new Set([...(directives.get(name!) ?? []), ...sources])]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

const policyOf = ({ headers }: ManifestEdition): string => headersFor(headers, '/')[POLICY]!;
