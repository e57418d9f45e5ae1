import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { Mistake } from '../problems.ts';

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
export const contentDir = resolve(process.env.CONTENT_DIR || 'src/content');

const folders: Record<Source['kind'], string> = { document: 'documents', article: 'blog' };

/**
 * Reads every text of the content folder.
 * @throws Mistake where there is no such folder
 */
export function readSources(): Source[] {
  if (!existsSync(contentDir)) throw new Mistake(`${contentDir} is missing. Make it, or correct CONTENT_DIR.`);
  return [...readKind('document'), ...readKind('article')];
}

/** Files that lie where no text is looked for. */
export function strayFiles(): string[] {
  return Object.values(folders).flatMap((folder) =>
    globSync(`${folder}/**/*`, { cwd: contentDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/^[^/]+\/[^/]+\/[^/]+\/[^/]+\.md$/.test(relative(contentDir, file)))
      .map(shown),
  );
}

/** Where a document or article would have to lie, as a path for messages. */
export const pathFor = (kind: Source['kind'], scope: string, lang: string, name: string): string =>
  shown(join(contentDir, folders[kind], scope, lang, `${name}.md`));

function readKind(kind: Source['kind']): Source[] {
  const base = join(contentDir, folders[kind]);
  return globSync('*/*/*.md', { cwd: base })
    .toSorted()
    .map((path) => {
      const [scope, lang, name] = path.slice(0, -'.md'.length).split('/') as [string, string, string];
      return {
        kind,
        scope,
        lang,
        name,
        file: shown(join(base, path)),
        text: withoutMark(readFileSync(join(base, path), 'utf8')),
      };
    });
}

function shown(path: string): string {
  return relative('.', path);
}

/** Some editors put a byte order mark in front. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
