import type { KeptFiles, ManifestEdition, ManifestFiles } from './manifest.ts';

/** Days for which a hashed file is served after the last build that has it: a page may be open for that long, or lie in a cache. */
export const ASSET_DAYS = 14;

/** Of a build, or of a generation of a target. */
export interface Retention {
  /** The day of the build in UTC, such as `2026-11-29`. */
  day: string;
  /** @default ASSET_DAYS */
  days?: number;
  /** Id of the build before, where later ones have to know it. */
  before?: string | undefined;
  /** Whether a target keeps a generation. It may be served again, and its pages with it. */
  isKept?: (build: string) => boolean;
}

/**
 * The hashed files that an edition had, and has no longer. Pages that are open request them.
 * @param before the edition in the build before
 */
export function retainAssets(
  files: ManifestFiles,
  before: Pick<ManifestEdition, 'files' | 'kept'> | undefined,
  { day, days = ASSET_DAYS, before: build, isKept = () => false }: Retention,
): KeptFiles {
  const until = addDays(day, days);
  const kept: KeptFiles = {};
  for (const [file, entry] of Object.entries(before?.kept ?? {})) {
    // A manifest of an earlier release has no day.
    const last = entry.until ?? until;
    if (!files[file] && (last >= day || (entry.lastIn && isKept(entry.lastIn)))) kept[file] = { ...entry, until: last };
  }
  for (const [file, { sha256, bytes }] of Object.entries(before?.files ?? {}))
    if (file.startsWith('_astro/') && !files[file])
      kept[file] = { sha256, bytes, until, ...(build && { lastIn: build }) };
  return kept;
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
