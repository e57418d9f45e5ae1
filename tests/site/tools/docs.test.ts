import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import manifest from '../../../package.json' with { type: 'json' };
import { CHAT_ERRORS } from '../../../src/contract/chat/chat-errors.ts';
import { ERROR_CODES } from '../../../src/contract/form-errors.ts';
import { MODERATION_ERRORS } from '../../../src/contract/moderation/errors.ts';
import { brokenReferences } from '../../support/site/broken-doc-references.ts';
import { compareCodes, messagesOf } from '../../support/site/compare-codes-with-docs.ts';

const pages = globSync(['*.md', 'docs/*.md', '.github/*.md']);

test.each(pages)('%s names files, npm scripts and anchors that exist', (page) => {
  expect(brokenReferences(page)).toEqual([]);
});

test('references to missing files, scripts and anchors are found', () => {
  const page = `
## A heading with \`code\`, twice

\`src/generator/build-site.ts\`, \`generator/build-site.ts\`, \`build-site.ts\`, \`src/generator/\`, \`src/pages/[host]/[lang]/<page>.astro\`, \`npm run build\`,
\`npm test\`, [file](errors.md), [anchor](#a-heading-with-code-twice), [both](chat.md#calls), \`[code](nowhere.md)\`, [release](../../../releases).

\`src/generator/no-such-file.ts\`, \`site/build-site.ts\`, \`ite.ts\`, \`src/no-such-folder/\`, \`src/generator/no-such-folder\`, \`npm run no-such-script\`,
[file](no-such-page.md), [anchor](#no-such-heading), [both](chat.md#no-such-heading).
`;
  expect(brokenReferences('docs/sample.md', page)).toEqual([
    'src/generator/no-such-file.ts',
    'site/build-site.ts',
    'ite.ts',
    'src/no-such-folder/',
    'src/generator/no-such-folder',
    'npm run no-such-script',
    'no-such-page.md',
    '#no-such-heading',
    'chat.md#no-such-heading',
  ]);
});

test('the workflow runs the two commands of README.md and all commands of .ci/run, on the Node of the scripts', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: { tests: { strategy: { matrix: { tests: string[] } }; steps: { run?: string }[] } };
  };
  const [, fence = ''] = readFileSync('README.md', 'utf8').split('```');
  const [build, check] = fence.match(/^npm [^#]*[^# ]/gm)!;
  const { matrix } = jobs.tests.strategy;
  expect(jobs.tests.steps.flatMap(({ run }) => run ?? [])).toEqual([build, '${{ matrix.tests }}']);
  expect(matrix.tests).toContain(check);
  const run = [build, ...matrix.tests].flatMap((commands) => commands!.split(' && '));
  expect(new Set(run)).toEqual(new Set(readFileSync('.ci/run', 'utf8').match(/^npm .*/gm)));
  expect(Number(readFileSync('.nvmrc', 'utf8'))).toBe(Number.parseInt(manifest.devDependencies.node));
});

test('docs/commands.md lists every npm script, and no other', () => {
  const rows = readFileSync('docs/commands.md', 'utf8').match(/^\| `npm (?:run )?[a-z:-]+/gm)!;
  const listed = rows.map((row) => row.replace(/.*(?:npm run |npm )/, ''));
  expect(listed.toSorted()).toEqual(Object.keys(manifest.scripts).toSorted());
});

test.each([
  ['forms', ERROR_CODES],
  ['the chat', CHAT_ERRORS],
  ['moderation', MODERATION_ERRORS],
])('docs/errors.md explains every code of %s, and no other code', (source, codes) => {
  const page = readFileSync('docs/errors.md', 'utf8');
  expect(compareCodes(page, `Codes of ${source}`, codes)).toEqual({ missing: [], unknown: [] });
});

test('docs/errors.md explains every error of deployments and migrations', () => {
  const files = [...globSync('src/deploy/**/*.ts'), 'src/service/database/migrations/migrations.ts'];
  const sources = files.filter((file) => !file.includes('.test.')).map((file) => readFileSync(file, 'utf8'));
  const messages = sources.flatMap(messagesOf);
  expect(messages.length).toBeGreaterThan(30);
  const page = readFileSync('docs/errors.md', 'utf8');
  expect(messages.filter((message) => !page.includes(message))).toEqual([]);
});

test('the longest part of a message stands for it', () => {
  const source = 'throw new UserError(`${file} is missing (${why(file)}). Deploy first.\\nMore`, { cause });';
  expect(messagesOf(source)).toEqual(['). Deploy first.']);
});

test('a code that errors.md lacks, and a code that only errors.md has, are found', () => {
  const page = '# Errors\n\n## Codes\n\n| `email` | … |\n| `old` | … |\n\n## Others\n\n| `date` | … |\n';
  expect(compareCodes(page, 'Codes', ['email', 'date'])).toEqual({ missing: ['date'], unknown: ['old'] });
  expect(compareCodes(page, 'No such heading', ['email'])).toEqual({ missing: ['email'], unknown: [] });
});
