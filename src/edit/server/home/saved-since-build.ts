import { statSync } from 'node:fs';

import { DIST } from '../../../output/folders.ts';
import { manifestFile } from '../../../output/manifest.ts';
import { defaultFolders, fileOf } from '../../files/folders.ts';
import type { TextSummary } from '../../protocol.ts';

/** A build writes it last, also where it has changed no page. */
const LAST_BUILD = '.cache/last-build.json';

/** A text with the languages in which it was saved since the last build. */
export interface SavedText {
  text: TextSummary;
  languages: string[];
}

/** The texts that were saved since the last build; undefined where nothing was built here. */
export function savedSinceBuild(texts: TextSummary[]): SavedText[] | undefined {
  const published = timeOf(manifestFile(DIST));
  if (published === undefined) return undefined;
  const built = timeOf(LAST_BUILD) ?? published;
  const folders = defaultFolders();
  return texts.flatMap((text) => {
    const languages = text.languages.filter((lang) => (timeOf(fileOf(folders, text.key, lang)) ?? 0) > built);
    return languages.length ? [{ text, languages }] : [];
  });
}

const timeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
