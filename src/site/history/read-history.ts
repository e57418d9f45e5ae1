import { existsSync } from 'node:fs';

import { cachedBy } from '../../shared/cached-by.ts';
import { readYaml, type YamlFile } from '../markdown/yaml/read-yaml.ts';
import { entriesOf, type SiteFolder, type Source } from '../site-folder.ts';
import { type Change, changesSchema } from './change-schema.ts';

/** The history of a rule or section: `history/<scope>/<document>/<id>.yaml`. */
export interface BlockHistory extends Omit<YamlFile<Change[]>, 'value'> {
  /** `shared`, a brand's id or a host's name: that of the document. */
  scope: string;
  document: string;
  /** Id of the block. */
  id: string;
  /** Path from the working directory. */
  file: string;
  /** Oldest first; none where there are diagnostics. */
  changes: Change[];
}

interface HistoryFolder {
  histories: BlockHistory[];
  /** Paths of entries that are no histories: files elsewhere, and symbolic links. */
  strays: string[];
}

/** The histories of a document's blocks, by their ids in alphabetical order. */
export const historiesOf = ({ kind, scope, name, folder }: Source): BlockHistory[] =>
  (kind === 'document' && byDocument(folder).get(`${scope}/${name}`)) || [];

const byDocument = cachedBy((folder: SiteFolder) =>
  Map.groupBy(
    historiesIn(folder).histories.filter(({ diagnostics }) => !diagnostics.length),
    ({ scope, document }) => `${scope}/${document}`,
  ),
);

/** All histories of a site. */
export const historiesIn = cachedBy((folder: SiteFolder): HistoryFolder => {
  const found: HistoryFolder = { histories: [], strays: [] };
  const path = folder.pathOf('history');
  if (existsSync(path)) walk(path, [], found);
  return found;
});

/** @param place scope and document of the folder, as far as it is below them */
function walk(path: string, place: string[], found: HistoryFolder): void {
  for (const entry of entriesOf(path)) {
    const file = `${path}/${entry.name}`;
    const [, id] = /^([a-z0-9-]+)\.yaml$/.exec(entry.name) ?? [];
    const [scope, document] = place;
    if (entry.isDirectory() && place.length < 2) walk(file, [...place, entry.name], found);
    else if (entry.isFile() && id && scope && document) {
      const { value: changes = [], ...read } = readYaml(file, changesSchema, HISTORY);
      found.histories.push({ scope, document, id, file, changes, ...read });
    } else found.strays.push(file);
  }
}

const HISTORY = { name: 'the history', manual: 'docs/edit-content.md' };
