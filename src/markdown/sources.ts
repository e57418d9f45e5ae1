import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** A Markdown file as it lies in the content folder. */
export interface Source {
  kind: 'document' | 'article';
  /** `shared`, a brand's id or a host's name. */
  scope: string;
  lang: string;
  /** File name without `.md`: the document's name or the article's id. */
  name: string;
  /** Path for messages. */
  file: string;
  text: string;
}

/** The folder that editors work in: `CONTENT_DIR`, else `src/content`. */
export const contentDir = resolve(process.env.CONTENT_DIR ?? 'src/content');

/** Reads every text of the content folder. */
export const readSources = (): Source[] => [...readKind('document', 'documents'), ...readKind('article', 'blog')];

/** Where a document or article would have to lie, as a path for messages. */
export const pathFor = (kind: Source['kind'], scope: string, lang: string, name: string): string =>
  shown(join(contentDir, kind === 'document' ? 'documents' : 'blog', scope, lang, `${name}.md`));

function readKind(kind: Source['kind'], folder: string): Source[] {
  const base = join(contentDir, folder);
  return globSync('*/*/*.md', { cwd: base })
    .toSorted()
    .map((path) => {
      const [scope, lang, name] = path.slice(0, -'.md'.length).split('/') as [string, string, string];
      return { kind, scope, lang, name, file: shown(join(base, path)), text: readFileSync(join(base, path), 'utf8') };
    });
}

const shown = (path: string): string => relative('.', path);
