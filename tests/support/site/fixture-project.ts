import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { copyCompiledProject, type Project } from '../runnable-project-copy.ts';
import { article, smallTexts, writeTexts } from './small-content.ts';

/** Settings of the small site: the paths of its hosts and texts. */
export const FIXTURE = { HOSTS_CONFIG: 'hosts.ts', CONTENT_DIR: 'texts' };

/** Texts of the small site: six editions of two brands in three languages, and a blog of two pages. */
export const fixtureTexts: Record<string, string> = {
  ...smallTexts(['en', 'de', 'es']),
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, index) => [
      `blog/shared/de/a${index + 1}.md`,
      article(`Artikel ${index + 1}`, 'Text.', `2026-01-${String(index + 1).padStart(2, '0')}`),
    ]),
  ),
  'blog/own.example/de/a1.md': article('Eigener Artikel', 'Eigener Text auf {domain}.'),
  'blog/plain/es/b1.md': article('Artículo', 'Texto.'),
};

/** A project with the small site, its pages compiled: a first build takes about a second. */
export function makeFixture(parent?: string): Project {
  const project = copyCompiledProject(parent);
  writeTexts(join(project.dir, 'texts'), fixtureTexts);
  cpSync('tests/fixture/small.config.ts', join(project.dir, 'hosts.ts'));
  return project;
}

/** Leaves an English and three German editions, with two or three articles each. */
export function keepFewPages(dir: string): void {
  for (const path of globSync(['texts/blog/shared/de/a?.md', 'texts/*/*/es'], { cwd: dir }))
    rmSync(join(dir, path), { recursive: true });
  replace('hosts.ts', "['en', 'de', 'es']", "['en', 'de']")(dir);
  replace('hosts.ts', /'closed.example': .*/, '')(dir);
}

/** Changes a file of a project. */
export const replace =
  (file: string, from: string | RegExp, to: string | ((match: string, group: string) => string)) =>
  (dir: string): void => {
    const path = join(dir, file);
    const text = readFileSync(path, 'utf8');
    const changed = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, changed);
  };
