import { statSync } from 'node:fs';

import { manifestFile } from '../../../output/manifest.ts';
import { fileOf } from '../../files/folders.ts';
import type { TextSummary } from '../../protocol.ts';
import type { Workspace } from '../../workspace.ts';

/** The texts that were saved since the last build, with the languages of the saves; undefined where nothing was built here. */
export function savedSinceBuild({ output, folders }: Workspace, texts: TextSummary[]) {
  const published = timeOf(manifestFile(output.dist));
  if (published === undefined) return undefined;
  // A build writes it last, also where it has changed no page.
  const built = timeOf(`${output.cache}/last-build.json`) ?? published;
  return texts.flatMap((text) => {
    const languages = text.languages.filter((lang) => (timeOf(fileOf(folders, text.key, lang)) ?? 0) > built);
    return languages.length ? [{ text, languages }] : [];
  });
}

const timeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
