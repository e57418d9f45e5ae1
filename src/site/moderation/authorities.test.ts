import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { SiteFolder } from '../site-folder.ts';
import { authoritiesOf } from './authorities.ts';

function written(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'authorities-'));
  mkdirSync(join(folder, 'moderation'));
  writeFileSync(join(folder, 'moderation/authorities.yaml'), text);
  return authoritiesOf(new SiteFolder({ root: '.', contentDir: folder }));
}

test('the shipped contacts name both kinds of danger, and have no errors', () => {
  const { value, diagnostics } = authoritiesOf(new SiteFolder({ root: '.', contentDir: 'src/content' }));
  expect(diagnostics).toEqual([]);
  expect(new Set(value!.map(({ escalation }) => escalation))).toEqual(new Set(['life', 'child']));
});

test('without the file there are no contacts', () => {
  expect(authoritiesOf(new SiteFolder({ root: '.', contentDir: 'nowhere' })).value).toEqual([]);
});

test.each([
  ['- country: de\n  escalation: life\n  name: A\n  phone: "110"\n', 1, 'the country is no code'],
  ['- country: DE\n  escalation: fire\n  name: A\n  phone: "110"\n', 2, 'the escalation is unknown'],
  ['- country: DE\n  escalation: life\n  name: A\n  phone: 110\n', 4, 'the phone is no text'],
  ['- country: DE\n  escalation: life\n  name: A\n  url: http://a.example\n', 4, 'no https address'],
  ['- country: DE\n  escalation: life\n  name: A\n', 1, 'neither phone nor url'],
  ['- country: DE\n  escalation: life\n  name: A\n  phone: "110"\n  fax: "1"\n', 5, 'unknown field "fax"'],
  ['country: DE\n', 1, 'no list of contacts'],
  ['- country: [\n', 2, 'is not valid YAML'],
])('an error is reported with its line: %j', (text, line, message) => {
  const { value, diagnostics } = written(text);
  expect(value).toBeUndefined();
  expect(diagnostics).toMatchObject([{ line, message: expect.stringContaining(message) as string }]);
});
