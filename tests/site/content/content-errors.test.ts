import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { required } from '../../../src/shared/required.ts';
import { dist, editions } from '../../support/dist.ts';
import { copyCompiledProject } from '../../support/runnable-project-copy.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';
import { LOOK } from '../../support/site/two-looks.ts';

const WORDS = 'public/assets/i18n';
const SHARED = 'src/content/documents/shared';
const BLOG = 'src/content/blog/shared';

const project = projectPerTest(copyCompiledProject);
const { edit } = project;

const snapshot = (): string[] =>
  globSync('dist/**/*', { cwd: project.dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'base64')}`);

test('a build reports all errors at once, and leaves the last good dist/ in place', async () => {
  cpSync(dist, join(project.dir, 'dist'), { recursive: true });
  const before = snapshot();
  expect(before.length).toBeGreaterThan(400);

  const expected: string[] = [];
  const expectLine = (file: string, line: number, words: string): void =>
    void expected.push(`${file}:${line}  ${words}`);

  edit(`${WORDS}/ru.json`, /\n *"enter": .*/, '');
  expected.push('the word "home.enter" is missing. Add it and translate “Enter the chat”.');
  edit(`${WORDS}/pl.json`, /\n *"readingTime_few": .*/, '');
  expected.push('the plural form "blog.readingTime_few" is missing. Add it, for example for {{count}} = 2.');
  const title = edit(`${WORDS}/uk.json`, /\{\{brand\}\}/, '{{brnd}}');
  expectLine(
    `${WORDS}/uk.json`,
    title,
    '"site.title" has the unknown placeholder {{brnd}}. Use one of these: {{brand}}.',
  );
  edit(`${WORDS}/de.json`, '"skip":', '"skp":');
  expected.push(`"nav.skp" is no word of ${WORDS}/en.json.`, 'the word "nav.skip" is missing.');
  edit(`${WORDS}/es.json`, '{', '{,');
  expected.push(`${WORDS}/es.json:1  the file is not valid JSON`);

  const lastRule = /\n\d+\. [^\n]*\{#([a-z0-9-]+)\}\s*$/;
  const [, lastId] = lastRule.exec(readFileSync(join(project.dir, `${SHARED}/fr/rules.md`), 'utf8'))!;
  edit(`${SHARED}/fr/rules.md`, lastRule, '');
  expected.push(`the rule "${lastId}" is missing. Translate it from ${SHARED}/en/rules.md, or remove it there.`);
  const withoutId = edit(`${SHARED}/pl/rules.md`, /^1\. (.*) \{#.*\}$/m, '1. $1');
  expectLine(`${SHARED}/pl/rules.md`, withoutId, 'the rule has no id. End it with an id that all languages share');
  const domain = edit(`${SHARED}/fr/home.md`, '{domain}', '{domein}');
  expectLine(`${SHARED}/fr/home.md`, domain, '{domein} is no placeholder. Use one of {domain}, {email}, {brand}');
  rmSync(join(project.dir, `${SHARED}/pt/contacts.md`));
  expectLine(`${SHARED}/pt/contacts.md`, 1, "the document is missing. Write it, or a brand's or host's own.");
  const dead = edit(`${SHARED}/en/home.md`, '(/rules)', '(/rulez)');
  expectLine(`${SHARED}/en/home.md`, dead, 'the link "/rulez" is dead: there is no page /rulez in en.');
  const anchor = edit(`${SHARED}/en/qa.md`, /\(\/rules#[a-z-]+\)/, '(/rules#rule-999)');
  expectLine(
    `${SHARED}/en/qa.md`,
    anchor,
    `the link "/rules#rule-999" is dead: there is no "rule-999" in ${SHARED}/en/rules.md, ${SHARED}/`,
  );
  const section = edit(`${SHARED}/de/privacy_policy.md`, /\{#[a-z-]+\}\n/, '{#other}\n');
  expectLine(`${SHARED}/de/privacy_policy.md`, section, `${SHARED}/en/privacy_policy.md has no section "other".`);
  // JavaScript would keep the last of them.
  const host = "'ru.amber.example': { languages: ['ru'] },";
  const twice = edit('hosts.config.ts', host, `${host}\n        ${host}`) + 1;
  expectLine('hosts.config.ts', twice, '"ru.amber.example" is repeated between the same { and }');
  const name = edit('hosts.config.ts', "      name: 'Onyx',", "      name: 'Onyx',\n      'name': 'Silk',") + 1;
  expectLine('hosts.config.ts', name, '"name" is repeated');
  const updated = edit(`${SHARED}/de/home.md`, /updated: .*/, 'updated: gestern');
  expectLine(`${SHARED}/de/home.md`, updated, 'front matter: updated is no date. Write it as 2026-11-21.');
  const colon = edit(`${SHARED}/de/contacts.md`, /description: .*/, 'description: this: is: no YAML');
  expectLine(`${SHARED}/de/contacts.md`, colon, 'the front matter is not valid YAML');
  writeTexts(join(project.dir, 'src/content/blog/shared/en'), {
    'page.md': article('Title', 'Text.'),
    'raw.md': article('Title', 'Text.\n\n<script>alert(1)</script>'),
  });
  expectLine(`${BLOG}/en/page.md`, 1, '"page" cannot be an article\'s address.');
  expectLine(`${BLOG}/en/raw.md`, 9, 'HTML is not allowed in texts: <script>alert(1)</script>.');

  const build = await project.run('build');
  expect(build.code).toBe(1);
  for (const words of expected) expect(build.output).toContain(words);
  expect(build.output).not.toContain('    at ');
  expect(snapshot()).toEqual(before);

  const check = await project.run('content-check');
  expect(check.code).toBe(1);
  for (const words of expected) expect(check.output).toContain(words);
});

test('rarer errors in texts, translations and hosts are refused', async () => {
  // A missing group is reported after the group before it, a missing word beside its neighbours.
  const group = edit(`${WORDS}/es.json`, /\n {2}"home": \{[^}]*\},/, '');
  const first = edit(`${WORDS}/pt.json`, /\n *"enter": .*/, '') + 1;
  edit(`${WORDS}/en.json`, /\n *"home": "Home",/, '');
  edit(`${WORDS}/ru.json`, '"title": "Чат {{brand}}"', '"title": "Чат {brand}"');
  edit(`${WORDS}/de.json`, '"title": "{{brand}}-Chat"', '"title": "Chat"');
  edit(`${WORDS}/fr.json`, /"skip": ".*"/, '"skip": "</script><script>alert(1)</script>"');
  edit(
    'hosts.config.ts',
    "defaultHost: 'onyx.example',",
    "topics: ['lounge', 'nowhere'], defaultHost: 'onyx.example',",
  );
  edit(`${SHARED}/fr/home.md`, '{domain}', '{ domain }');
  edit(`${SHARED}/en/rules.md`, '\n2. ', '\n   1. Nested.\n2. ');
  edit(`${SHARED}/en/privacy_policy.md`, '{#account}', '{#who}');
  edit(`${SHARED}/es/privacy_policy.md`, '{#account}', '{#account onclick="alert(1)"}');
  edit(`${SHARED}/en/contacts.md`, '(/privacy_policy)', '(https://amber.example/privacy)');
  edit(`${SHARED}/de/contacts.md`, '(/privacy_policy)', '(/privacy_policy#100%)');
  edit(`${SHARED}/fr/contacts.md`, '(/privacy_policy)', '(#)');
  writeTexts(join(project.dir, 'src/content'), {
    'blog/shared/en/number.md': article('2026', 'Text.'),
    'blog/shared/en/content.md': article('Title', '## Content {#content}'),
    'blog/shared/stray.md': article('Title', 'Text.'),
    'blog/shared/en/nowhere.md': article(
      'Title',
      '[a](https://) [b](https:///rules) [c](https://chat) [d](mailto:) [e](https://{domain}/rulez) [f](https://{domain}/rules)',
    ),
  });
  const { output } = await project.run('content-check');
  for (const words of [
    `${WORDS}/es.json:${group - 1}  the word "home.enter" is missing.`,
    `The same at ${WORDS}/pt.json:${first}`,
    'the word "nav.home" is missing, which every other language has.',
    '"site.title" has the unknown placeholder {brand}. Use one of these: {{brand}}.',
    '"site.title" has lost its placeholder {{brand}}.',
    '"nav.skip" has <, which is shown as it is written. Write it as plain text.',
    'the word "topics.nowhere" is missing, the name of a room of brand onyx.',
    '{ domain } is no placeholder.',
    'a rule has a list of its own.',
    'the id "who" is taken.',
    'the id "content" is taken.',
    'the link "https://" leads nowhere. Start it with /, #, https:// and a host, or mailto: and an address.',
    'the link "https:///rules" leads nowhere.',
    'the link "https://chat" leads nowhere.',
    'the link "mailto:" leads nowhere.',
    'the link "https://{domain}/rulez" is dead: there is no page /rulez in',
    '{#account onclick="alert(1)"} is no placeholder.',
    'the link "https://amber.example/privacy" is dead: there is no page /privacy in amber.example.',
    'the link "/privacy_policy#100%" is dead: there is no "100%"',
    'the link "#" is dead: there is no id after # in',
    'number.md:2  front matter: title is no text. Put it between double quotes.',
    'src/content/blog/shared/stray.md:1  no text is looked for here.',
  ]) {
    expect(output).toContain(words);
  }
});

test('files that are not UTF-8, and links, are refused with file, place and encoding', async () => {
  const rewrite = (file: string, change: (content: Buffer) => Buffer): void => {
    const path = join(project.dir, file);
    writeFileSync(path, change(readFileSync(path)));
  };
  rewrite(`${SHARED}/de/rules.md`, (content) => Buffer.from(content.toString(), 'latin1'));
  rewrite(`${SHARED}/ru/home.md`, (content) => Buffer.from(content.toString(), 'utf16le'));
  rewrite('src/themes/wordmarks/onyx.svg', (content) => Buffer.concat([content, Buffer.from('<!-- é -->', 'latin1')]));
  rewrite(`${WORDS}/fr.json`, (content) => Buffer.from(content.toString(), 'latin1'));
  rewrite(`${WORDS}/pl.json`, (content) => Buffer.from(content.toString().replace('"title": "', '"title": "\\u0000')));
  const title = edit(`${WORDS}/es.json`, '{', '{\n  "page.rules.title": "Reglas",') + 1;
  writeTexts(join(project.dir, 'src/content'), { 'blog/shared/en/nul.md': article('Title', 'A \0 in it.') });
  const outside = join(project.dir, 'outside');
  mkdirSync(join(outside, 'en'), { recursive: true });
  writeFileSync(join(outside, 'en/rules.md'), 'A text of another folder.');
  symlinkSync(outside, join(project.dir, 'src/content/documents/amber'));
  symlinkSync(join(outside, 'en/rules.md'), join(project.dir, 'src/content/blog/shared/en/linked.md'));

  const { code, output } = await project.run('content-check');
  expect(code).toBe(1);
  for (const words of [
    /shared\/de\/rules\.md:\d+  the file is not UTF-8 from byte \d+ on, but probably (ISO-8859-1|windows-1252)\. Save it as UTF-8\./,
    /shared\/ru\/home\.md:\d+  the file is not UTF-8 from byte \d+ on, but probably UTF-16\./,
    /src\/themes\/wordmarks\/onyx\.svg:\d+  the file is not UTF-8 from byte \d+ on/,
    /fr\.json:\d+  the file is not UTF-8 from byte \d+ on/,
    /pl\.json:\d+  "[\w.]+" has the character U\+0000, which cannot be shown\./,
    new RegExp(
      `es\\.json:${title}  "page.rules.title" has a name with a full stop\\. Write it in groups: "page": \\{ "rules": \\{ "title": "…" \\} \\}`,
    ),
    /blog\/shared\/en\/nul\.md:7  the character U\+0000 cannot be shown\./,
    /src\/content\/documents\/amber:1  this is a symbolic link, and links are not followed\./,
    /src\/content\/blog\/shared\/en\/linked\.md:1  this is a symbolic link/,
  ]) {
    expect(output).toMatch(words);
  }
  expect(output).not.toContain('outside');

  let line = 0;
  rewrite('hosts.config.ts', (content) => {
    const [before = '', after = ''] = content.toString().split("'Amber'");
    line = before.split('\n').length;
    return Buffer.from(`${before}'Ambér'${after}`, 'latin1');
  });
  const hosts = await project.run('content-check');
  expect(hosts.output).toContain(`\n  hosts.config.ts:${line}  the file is not UTF-8 from byte `);
  expect(hosts.code).toBe(1);
});

test('a conflict that git left is named in every file of editors', async () => {
  const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n';
  const history = `src/content/history/shared/rules/${required(readdirSync(join(project.dir, 'src/content/history/shared/rules'))[0], 'history')}`;
  const files = [
    `${SHARED}/en/rules.md`,
    `${BLOG}/en/${required(readdirSync(join(project.dir, BLOG, 'en'))[0], 'article')}`,
    `${WORDS}/de.json`,
    history,
    `src/themes/looks/${LOOK}/look.css`,
    `src/themes/looks/${LOOK}/mail.json`,
  ];
  // Each of these stops the check before the one before it is read.
  const alone = ['src/content/translations.lock.json', 'src/content/glossary.yaml', 'hosts.config.ts'];
  const add = (file: string): string => {
    const path = join(project.dir, file);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, `${before}${conflict}`);
    return `${file}:${before.split('\n').length}  git left a conflict of two versions here: <<<<<<< HEAD. Keep what is right of both`;
  };
  const expected = files.map(add);
  const { code, output } = await project.run('content-check');
  expect(code).toBe(1);
  for (const line of expected) expect(output).toContain(line);
  for (const file of alone) {
    const line = add(file);
    const check = await project.run('content-check');
    expect(check.code).toBe(1);
    expect(check.output).toContain(line);
    expect(check.output).not.toContain('    at ');
  }
});

/** Writes a hosts file of a brand with a host for each of the languages. @returns the setting that names it */
function useHostsFor(languages: string[]): { HOSTS_CONFIG: string } {
  const brand = {
    name: 'One',
    email: 'hello@one.example',
    look: LOOK,
    securityTxtExpires: '2027-10-31',
    defaultHost: 'en.one.example',
    hosts: Object.fromEntries(languages.map((lang) => [`${lang}.one.example`, { languages: [lang] }])),
  };
  writeFileSync(join(project.dir, 'hosts.mjs'), `export default ${JSON.stringify({ brands: { one: brand } })};`);
  return { HOSTS_CONFIG: 'hosts.mjs' };
}

const languages = [...new Set(editions.map(({ lang }) => lang))];

test('links to articles that are not published yet, and days in the future, are refused', async () => {
  writeTexts(join(project.dir, 'src/content/blog/shared/en'), {
    'now.md': article('Title', '[soon](/blog/soon) [never](/blog/never)'),
    'soon.md': article('Title', '[later](/blog/later)', '2026-12-01'),
    'later.md': article('Title', '[soon](/blog/soon) [too](https://{domain}/blog/soon)', '2026-12-10'),
    'never.md': article('Title\ndraft: true', '[later](/blog/later)'),
    'unsure.md': article('Title\ndraft: perhaps', 'Text.'),
  });
  const updated = edit(`${SHARED}/de/home.md`, /updated: .*/, 'updated: 2026-12-02');
  const day = { SOURCE_DATE_EPOCH: String(Date.parse('2026-11-30T12:00Z') / 1000) };
  const { code, output } = await project.run('content-check', { ...day, ...useHostsFor(languages) });
  expect(code).toBe(1);
  for (const words of [
    'now.md:7  the link "/blog/soon" is dead: there is no page /blog/soon in en before 2026-12-01.',
    'now.md:7  the link "/blog/never" is dead: there is no page /blog/never in en, where it is a draft.',
    'soon.md:7  the link "/blog/later" is dead: there is no page /blog/later in en before 2026-12-10.',
    'unsure.md:3  front matter: draft is neither true nor false. Write draft: true, or remove it.',
    `${SHARED}/de/home.md:${updated}  updated is 2026-12-02, and today is 2026-11-30. Write the day of the last change.`,
    `3 article(s) that are not published yet:\n  ${BLOG}/en/later.md: from 2026-12-10 on\n  ${BLOG}/en/never.md: draft\n`,
  ]) {
    expect(output).toContain(words);
  }
  expect(output).not.toContain('later.md:7');
  expect(output).not.toMatch(/^ {2}\S*\/(later|soon|never)\.md$/m);

  const clock = await project.run('content-check', { SOURCE_DATE_EPOCH: 'tomorrow' });
  expect(clock.output).toContain('SOURCE_DATE_EPOCH is "tomorrow". Write seconds since 1970, or remove it.');
});

test('texts of hosts and languages that are not configured are listed, and do not stop the build', async () => {
  const german = globSync(`src/content/{documents,blog}/*/de/*.md`, { cwd: project.dir });
  // Malformed texts do not stop it either.
  edit(`${SHARED}/de/rules.md`, /---\n[^]*/, '---\ntitle: *\n---\n<b>{nope}</b> [x](/nope)');
  writeTexts(join(project.dir, 'src/content/documents'), { 'gone.example/en/rules.md': '# No rules' });
  writeFileSync(join(project.dir, `${WORDS}/de.json`), '{');
  writeTexts(join(project.dir, 'src/content/blog'), {
    'gone.example/en/draft.md': article('Title', 'Text.').replace('\n---\n', '\ndraft: true\n---\n'),
  });
  const { code, output } = await project.run('content-check', useHostsFor(languages.filter((lang) => lang !== 'de')));
  expect(code, output).toBe(0);
  expect(output).not.toContain('not published yet');
  expect(output).toContain('  src/content/blog/gone.example/en/draft.md\n');
  expect(output).toContain(`${german.length + 3} file(s) that no edition shows:`);
  expect(output).toContain(`  ${SHARED}/de/rules.md\n`);
});
