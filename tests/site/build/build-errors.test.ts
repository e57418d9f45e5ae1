// Errors in the program, in hosts, settings and files stop a build, which names place and cause. Errors in texts: content-errors.test.ts; `astro build`: astro-commands.test.ts.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { copyCompiledProject } from '../../support/runnable-project-copy.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';

const WORDS = 'public/assets/i18n';
const SHARED = 'src/content/documents/shared';
const BLOG = 'src/content/blog/shared';

const project = projectPerTest(copyCompiledProject);
const { edit } = project;

test('a route without a page, and a page without a route, stop the build', async () => {
  edit('src/site/editions/paths.ts', "test: '/test'", "test: '/probe'");
  const { code, output } = await project.run('build', { HOSTS: 'ru.amber.example' });
  expect(code).toBe(1);
  expect(output).toContain('src/pages/[host]/[lang]/probe.astro:1  the route has no page.');
  expect(output).toContain('src/pages/[host]/[lang]/test.astro:1  the page has no route.');
});

test('the build names the missing files of an added language', async () => {
  edit('hosts.config.ts', "languages: ['en', 'ru'] }", "languages: ['en', 'ru', 'it'] }");
  const { code, output } = await project.run('build');
  expect(code).toBe(1);
  expect(output).toContain(`${WORDS}/it.json:1  the file is missing. Copy ${WORDS}/en.json there and translate it.`);
  for (const name of ['home', 'rules', 'contacts', 'privacy_policy', 'accessibility']) {
    expect(output).toContain(`${SHARED}/it/${name}.md:1`);
  }
  expect(output).toContain(`${SHARED}/it/accessibility.md:1  the document is missing.`);
  expect(output).not.toContain('it/qa.md');
  const linked = readFileSync(join(project.dir, `${SHARED}/en/qa.md`), 'utf8').matchAll(/\(\/blog\/([\w-]+)\)/g);
  for (const [, id] of linked)
    expect(output).toMatch(
      new RegExp(`${BLOG}/it/${id}.md:1  the article is missing, to which ${SHARED}/en/qa.md:\\d+ links.`),
    );
  expect(output).not.toContain('is dead');
});

test('an error in the hosts file stops the build with host, field, value and hint', async () => {
  const host = edit(
    'hosts.config.ts',
    "'ru.amber.example': { languages: ['ru'] }",
    "'ru.amber.example': { languages: ['russian'], open: 1 }",
  );
  const main = edit('hosts.config.ts', "defaultHost: 'onyx.example'", "defaultHost: 'silk.example'");
  const { code, output } = await project.run('build');
  expect(code).toBe(1);
  expect(output).toContain(
    `hosts.config.ts:${host}  host ru.amber.example, languages.0: "russian" is no language. Write "ru", if you mean that.`,
  );
  expect(output).toContain(`hosts.config.ts:${host}  host ru.amber.example, open: is no known field.`);
  expect(output).toContain(
    `hosts.config.ts:${main}  brand onyx, defaultHost: "silk.example" is no host of the brand. Name one of onyx.example`,
  );
});

test('a hosts file with a syntax error is refused with its line', async () => {
  const line = edit('hosts.config.ts', 'look: looks[0],', 'look: looks[0]');
  const { code, output } = await project.run('content-check');
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(
      `^1 problem\\(s\\):\n  hosts.config.ts:${line + 1}  the hosts file cannot be read: .*\nMore: docs/errors.md#hosts-file\n$`,
    ),
  );

  edit('hosts.config.ts', 'look: looks[0]', 'look: onyx,');
  const unknown = await project.run('content-check');
  expect(unknown).toEqual({ code: 1, output: `hosts.config.ts:${line} cannot be read: onyx is not defined\n` });

  writeFileSync(join(project.dir, 'hosts.config.ts'), "import './more.ts';\nthrow 'nothing';\n");
  expect(await project.run('content-check')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^hosts.config.ts:1 cannot be read: Cannot find module .*more.ts/),
  });
  writeFileSync(join(project.dir, 'more.ts'), '\nexport const a = ;\n');
  expect((await project.run('content-check')).output).toMatch(/^more.ts:2 cannot be read: /);
  writeFileSync(join(project.dir, 'more.ts'), '');
  expect((await project.run('content-check')).output).toBe("hosts.config.ts cannot be read: 'nothing'\n");
});

test('invalid settings and files in the way are reported without a stack', async () => {
  expect(await project.run('build', { HOSTS: ' , ' })).toEqual({
    code: 1,
    output: 'HOSTS is " , " and names no host. Write names with commas between them, or leave it out.\n',
  });
  writeFileSync(join(project.dir, '.cache'), '');
  expect(await project.run('build')).toEqual({
    code: 1,
    output: '.cache is a file where a folder belongs. Remove or rename it.\n',
  });
  rmSync(join(project.dir, `${WORDS}/en.json`));
  const { output } = await project.run('content-check');
  expect(output).toBe(
    `1 problem(s):\n  ${WORDS}/en.json:1  the file is missing. Take it from an earlier version, or name the language that texts are written in as sourceLanguage of the brands.\nMore: docs/errors.md#words\n`,
  );
  mkdirSync(join(project.dir, `${WORDS}/en.json`));
  expect((await project.run('content-check')).output).toBe(output);
});

test('an error in an island and a component with a dead link stop the build, which names page and cause', async () => {
  edit('src/pages/[host]/[lang]/login.astro', 'routes.registration.path', "'/rulez'");
  // The pages are compiled once.
  edit(
    'src/islands/ui/form.tsx',
    /\n {2}const t = .*;/,
    "$&\n  if (id === 'restore' && process.env.BROKEN) throw new Error('no form today');",
  );
  const build = (env: Record<string, string>) =>
    project.run('build', { HOSTS: 'ru.amber.example', ...env }, ['--no-compression']);
  const island = await build({ BROKEN: 'yes' });
  expect(island.code).toBe(1);
  expect(island.output).toContain('ru.amber.example/ru/auth/restore.html cannot be rendered: no form today');
  expect(existsSync(join(project.dir, 'dist'))).toBe(false);
  const link = await build({});
  expect(link.code).toBe(1);
  expect(link.output).toContain('ru.amber.example/ru/login.html:1  "/rulez" leads nowhere.');
});

test('an astro-i18next that finds no configuration stops the build', async () => {
  edit('astro.config.mjs', 'astro-i18next.config.cjs', 'astro-i18next.config.js');
  const { code, output } = await project.run('build');
  expect(code).toBe(1);
  expect(output).toContain('Could not find a config file');
});
