import { SiteFolder, type Source } from '../../../src/site/site-folder.ts';

const DESCRIPTION = 'description: A sentence that is long enough to tell a search engine something.';

const FIELDS = { document: 'updated: 2026-01-02', article: 'title: A title\ndate: 2026-01-02' };

/**
 * A text that no file has, whose body begins at line 6 (article) or 5 (document).
 * @param body Markdown below the front matter
 */
export function textSource(body: string, { fields, ...rest }: Partial<Source> & { fields?: string } = {}): Source {
  const { kind = 'article', name = 'a' } = rest;
  const frontMatter = fields ?? `${FIELDS[kind]}\n${DESCRIPTION}`;
  return {
    kind,
    scope: 'shared',
    lang: 'en',
    name,
    file: `${name}.md`,
    text: `---\n${frontMatter}\n---\n\n${body}\n`,
    diagnostics: [],
    folder: new SiteFolder({ root: '.', contentDir: '/nowhere' }),
    sha256: body,
    ...rest,
  };
}
