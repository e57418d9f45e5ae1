import { joinPolicies, POLICY } from '../../output/former-csp.ts';
import type { Manifest } from '../../output/manifest.ts';
import { headersFor } from '../../output/match-headers.ts';
import { resolveStaticRequest } from '../../output/requests/resolve-static-request.ts';
import { required } from '../../shared/required.ts';

/** The answer to a URL, as the manifest says. */
export interface ExpectedAnswer {
  /** SHA-256 of the plain file. */
  sha256: string;
  /** SHA-256 of the compressed forms, by content encoding. */
  forms: Partial<Record<'gzip' | 'br', string>>;
  /** Values that each header may have. */
  headers: Record<string, string[]>;
}

/** @returns undefined where the URL must not be answered with a file */
export function expectedAnswer(
  manifest: Manifest,
  { host, pathname, search, protocol }: URL,
): ExpectedAnswer | undefined {
  const request = {
    method: 'GET',
    url: `${pathname}${search}`,
    headers: { host, 'x-forwarded-proto': protocol.slice(0, -1) },
  };
  const { file: path, headers } = resolveStaticRequest(request, manifest);
  if (path === undefined) return undefined;
  const edition = required(
    manifest.editions.find(({ root }) => path.startsWith(`${root}/`)),
    path,
  );
  const file = path.slice(edition.root.length + 1);
  const hashOf = (name: string): string | undefined => (edition.files[name] ?? edition.kept[name])?.sha256;
  const forms = { gzip: hashOf(`${file}.gz`), br: hashOf(`${file}.br`) };
  // Servers differ in the others.
  const names = ['Content-Type', ...Object.keys(headersFor(edition.headers, pathname))].filter(
    (name) => name in headers,
  );
  const onHost = manifest.editions.filter((other) => other.host === edition.host);
  const allowed = (name: string, value: string): string[] =>
    name === POLICY ? [value, ...onHost.map(({ root }) => joinPolicies(value, manifest.former[root]))] : [value];
  return {
    sha256: required(hashOf(file), file),
    forms: Object.fromEntries(Object.entries(forms).filter(([, sha256]) => sha256)),
    headers: Object.fromEntries(names.map((name) => [name, allowed(name, required(headers[name], name))])),
  };
}
