import { hash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
  /** Of the text. Who has been told it need not read the text. */
  sha256: string;
}

/** The folder that editors work in: `CONTENT_DIR`, else `src/content`. */
export const contentDir = resolve(process.env.CONTENT_DIR || 'src/content');

const folders: Record<Source['kind'], string> = { document: 'documents', article: 'blog' };

/**
 * Every text of the content folder.
 * @throws Mistake where there is no such folder
 */
export function readSources(): Source[] {
  if (!existsSync(contentDir)) throw new Mistake(`${contentDir} is missing. Make it, or correct CONTENT_DIR.`);
  return (['document', 'article'] as const).flatMap((kind) =>
    globSync('*/*/', { cwd: join(contentDir, folders[kind]) })
      .toSorted()
      .flatMap((folder) => {
        const [scope, lang] = folder.split('/') as [string, string];
        return sourcesIn(kind, scope, lang);
      }),
  );
}

const known = new Map<string, Source[]>();

/** The texts of one scope in one language, by name. Each is read when somebody asks for its text. */
export function sourcesIn(kind: Source['kind'], scope: string, lang: string): Source[] {
  const folder = `${kind}/${scope}/${lang}`;
  const sources = known.get(folder) ?? findSources(kind, scope, lang);
  known.set(folder, sources);
  return sources;
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

function findSources(kind: Source['kind'], scope: string, lang: string): Source[] {
  const folder = join(contentDir, folders[kind], scope, lang);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[^.].*\.md$/.test(entry.name))
    .map(({ name }) => name.slice(0, -'.md'.length))
    .toSorted()
    .map((name) => sourceOf(kind, scope, lang, name));
}

function sourceOf(kind: Source['kind'], scope: string, lang: string, name: string): Source {
  const path = join(contentDir, folders[kind], scope, lang, `${name}.md`);
  let text: string | undefined;
  let sha256: string | undefined;
  return {
    kind,
    scope,
    lang,
    name,
    file: shown(path),
    get text() {
      text ??= withoutMark(readFileSync(path, 'utf8'));
      return text;
    },
    get sha256() {
      sha256 ??= hash('sha256', this.text);
      return sha256;
    },
    set sha256(told) {
      sha256 = told;
    },
  };
}

function shown(path: string): string {
  return relative('.', path);
}

/** Some editors put a byte order mark in front. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
