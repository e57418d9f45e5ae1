import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { FIXTURE, makeFixture } from '../../support/site/fixture-project.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const project = projectPerTest(makeFixture);
const DAY = { ...FIXTURE, SOURCE_DATE_EPOCH: String(Date.parse('2026-11-23') / 1000) };

const NOTE = "  note: { en: 'It says more now.' }";
const BEFORE = "  before: { en: '**Rule.** It said less.' }";
const history = (...lines: string[]): string => `${lines.join('\n')}\n`;

test('errors in histories of rules are all reported at once, by content:check and by the build', async () => {
  writeTexts(join(project.dir, 'texts/history'), {
    'shared/rules/rule-1.yaml': history(
      '- day: 2026-11-31',
      "  note: { de: 'Nur auf Deutsch.' }",
      '  before:',
      "    en: '**Rule.** {nope} <b>bold</b>'",
      '  nite: x',
    ),
    'shared/rules/rule-2.yaml': history(
      '- day: 2026-10-02',
      '  inForce: 2026-10-01',
      NOTE,
      BEFORE,
      '- day: 2026-09-01',
      NOTE,
      '- day: 2026-12-01',
      '  inForce: 2026-09-30',
      '  after: rule-1',
      NOTE,
      BEFORE,
    ),
    'shared/rules/rule-3.yaml': history(
      '- day: 2026-11-01',
      '  removed: true',
      NOTE,
      BEFORE,
      '- day: 2026-11-02',
      NOTE,
    ),
    'shared/rules/rule-4.yaml': history('- day: 2026-11-01', '  removed: true', NOTE, BEFORE),
    'shared/rules/rule-5.yaml': history('- day: 2026-12-01', NOTE, BEFORE),
    'shared/rules/rule-6.yaml': history(
      '- day: 2026-11-01',
      NOTE,
      '  before:',
      "    en: '**Rule.** It said less.'",
      '    de: "**Regel.** {nix} <i>schräg</i>"',
    ),
    'shared/rules/rule-7.yaml': history('- day: [2026-11-01', NOTE),
    'shared/rules/rule-8.yaml': history('- day: &day 2026-11-01', NOTE, BEFORE),
    'shared/rules/rule-10.yaml': history('- day: 2026-11-01', '  note: { en: "It says \\x08 more." }', BEFORE),
    'shared/rules/rule-11.yaml': history('- day: 2026-11-01', NOTE, '  before: { \'"><b>\': "It said less." }'),
    'shared/rules/rule-12.yaml': history(
      '- day: 2026-11-01',
      NOTE,
      '  before:',
      "    en: '[a](javascript:alert%281%29)'",
    ),
    'shared/rules/rule-13.yaml': history('- day: 2026-11-01', "  note: { de: 'Nur auf Deutsch.' }", BEFORE),
    'shared/rules/rule-99.yaml': history('- day: 2026-11-01', NOTE, BEFORE),
    'shared/rules/rule-98.yaml': '',
    'shared/contacts/rule-1.yaml': history('- day: 2026-11-01', NOTE, BEFORE),
    'nobody/rules/rule-1.yaml': history('- day: 2026-11-01', NOTE, BEFORE),
    'own.example/privacy_policy/s1.yaml': history('- day: 2026-11-01', NOTE, BEFORE),
    'shared/rules/notes.txt': 'x',
  });
  writeTexts(join(project.dir, 'texts'), {
    'report-rules.json': '{ "boredom": "rule-1", "spam": "rule-99", "threat": "rule-2" }',
  });
  mkdirSync(join(project.dir, 'texts/history/plain'));
  symlinkSync('/etc', join(project.dir, 'texts/history/plain/rules'));
  writeFileSync(join(project.dir, 'texts/history/shared/rules/rule-9.yaml'), Buffer.from('- day: Fräulein', 'latin1'));

  const check = await project.run('content-check', DAY);
  expect(check.code).toBe(1);
  const build = await project.run('build', DAY);
  expect(build.code).toBe(1);
  for (const words of [
    'rule-1.yaml:1  the history is wrong: day is no date. Write it as 2026-11-21.',
    'rule-13.yaml:2  note has no text in "en", the source language. Add en.',
    'rule-1.yaml:5  the history has an unknown field "nite". Remove it, or correct its name.',
    'rule-2.yaml:2  the history is wrong: inForce lies before day. Correct one of them.',
    'rule-2.yaml:5  the history is wrong: day lies before that of the change above. Put the oldest change first.',
    'rule-2.yaml:5  the history is wrong: before is missing, which only the first change may lack.',
    'rule-2.yaml:9  the history is wrong: after stands only beside removed. Remove it.',
    'rule-3.yaml:2  the history is wrong: a change follows a removal.',
    'rule-4.yaml:2  texts/documents/shared/en/rules.md still has "rule-4". Remove it there, or remove this change.',
    'rule-5.yaml:1  day is 2026-12-01, and today is 2026-11-23.',
    'rule-6.yaml:5  {nix} is no placeholder.',
    'rule-6.yaml:5  HTML is not allowed in texts: <i>.',
    'rule-7.yaml:2  the history is not valid YAML (',
    'rule-8.yaml:1  the history has &day, which means something else in YAML than it says.',
    'rule-9.yaml:1  the file is not UTF-8 from byte 10 on',
    'rule-10.yaml:2  the history is wrong: note has the character U+0008, which cannot be shown. Remove it.',
    'rule-11.yaml:3  the history is wrong: before has ""><b>", which is no language. Write a tag such as de or pt-BR.',
    'rule-12.yaml:4  the link "javascript:alert%281%29" leads nowhere. Start it with /, #, https:// and a host, or',
    'rule-98.yaml:1  the history is wrong: this is no list of changes. Start each with "- day: 2026-11-21".',
    'rule-99.yaml:1  texts/documents/shared/en/rules.md has no "rule-99". Correct the name of this file, or add a last',
    'contacts/rule-1.yaml:1  the blocks of "contacts" have no history. Name the folder rules or privacy_policy.',
    'nobody/rules/rule-1.yaml:1  "nobody" is no brand and no host. Correct the name of the folder.',
    's1.yaml:1  there is no document "privacy_policy" of own.example. Remove the history, or write the document.',
    'notes.txt:1  no history is looked for here. Move it to history/',
    'plain/rules:1  no history is looked for here.',
    'report-rules.json:1  "boredom" is no reason of a report. Use minor, ',
    'report-rules.json:1  no rules have the rule "rule-99", to which "spam" refers. Write the id of a rule.',
  ]) {
    expect(check.output).toContain(words);
    expect(build.output).toContain(words);
  }
  expect(check.output).not.toContain('"threat"');
});

test('a history without errors is accepted, and an error that comes later is found by the next build', async () => {
  writeTexts(join(project.dir, 'texts/history'), {
    'shared/rules/rule-1.yaml': history('- day: 2026-11-01', NOTE, BEFORE),
  });
  expect((await project.run('build', DAY, ['--no-compression'])).output).toContain('0 problems');
  const check = await project.run('content-check', FIXTURE, ['--date', '2026-11-23']);
  expect(check.code).toBe(0);
  expect(check.output).toContain(
    'rule-1.yaml:2  the change of 2026-11-01 has no note in de, es. Add it; until then readers see that of the source language.',
  );
  expect((await project.run('content-check', FIXTURE, ['--date', '2026-10-30'])).output).toContain(
    'rule-1.yaml:1  day is 2026-11-01, and today is 2026-10-30.',
  );
  writeTexts(join(project.dir, 'texts/history'), {
    'shared/rules/rule-1.yaml': history('- day: 2026-11-01', '  inForce: 2026-10-01', NOTE, BEFORE),
  });
  const { code, output } = await project.run('build', DAY, ['--no-compression']);
  expect(code).toBe(1);
  expect(output).toContain('rule-1.yaml:2  the history is wrong: inForce lies before day.');
});
