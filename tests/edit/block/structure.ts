import { readFileSync, writeFileSync } from 'node:fs';

import { beforeEach, expect } from 'vitest';

import { documentPath, LANGUAGES } from '../../support/edit/small-site.ts';
import { testWith } from '../../support/programs.ts';
import { block, project, server } from './started-editor.ts';

const test = testWith('chromium');

const read = (lang: string, name = 'rules'): string => readFileSync(documentPath(project, lang, name), 'utf8');

/** Ids of the rules in a language. */
const idsIn = (lang: string): string[] => [...read(lang).matchAll(/\{#([\w-]+)\}/g)].map(([, id]) => id!);

/** Expects the ids of two rules that follow each other, in every language. */
function expectNeighbours(first: string, second: string): void {
  for (const lang of LANGUAGES) {
    const ids = idsIn(lang);
    expect(ids[ids.indexOf(first) + 1], lang).toBe(second);
  }
}

/** Adding, moving, splitting, removing and merging blocks. */
export function testStructure(): void {
  beforeEach(() => block.withoutPreview());

  test('a rule is added in all languages, and readers are told', async () => {
    await block.open(server.origin, 'rules', 'rule-3');
    await block.button('Add below').click();
    await block.dialog.getByLabel('Text in English').fill('**No ghosts.** They are not of age.');
    expect(await block.dialog.getByLabel('Id', { exact: false }).inputValue()).toBe('no-ghosts');
    await block.dialog.getByLabel('Note in English').fill('Ghosts stay outside.');
    await block.dialog.getByRole('button', { name: 'Add and translate' }).click();
    await block.sees('Translate it now or later.');
    expectNeighbours('rule-3', 'no-ghosts');
    expect(new URL(block.page.url()).searchParams.get('block')).toBe('no-ghosts');
    expect(await block.panel('de').locator('.status').textContent()).toBe('Older than English');
    expect(readFileSync(`${project.dir}/texts/history/shared/rules/no-ghosts.yaml`, 'utf8')).toContain('Ghosts stay');
  });

  test('a rule is moved, and an undone move changes nothing', async () => {
    const before = LANGUAGES.map((lang) => read(lang));
    await block.open(server.origin, 'rules', 'rule-10');
    await block.button('Move down').click();
    await block.sees('Saved.');
    expectNeighbours('rule-11', 'rule-10');
    await block.button('Undo save').click();
    await block.sees('Undone');
    expect(LANGUAGES.map((lang) => read(lang))).toEqual(before);
    await block.button('Redo save').click();
    await block.sees('Done again');
    expectNeighbours('rule-11', 'rule-10');
  });

  test('a rule is split at the cursor, in the other languages at the same sentence', async () => {
    await block.open(server.origin, 'rules', 'rule-14');
    await block.field('en').focus();
    await block.page.keyboard.press('ControlOrMeta+Home');
    const start = '**Rule.** ';
    for (let offset = 0; offset < start.length; offset += 1) await block.page.keyboard.press('ArrowRight');
    await block.button('Split').click();
    await block.dialog.getByLabel('Id of the second block').fill('second-part');
    await block.dialog.getByRole('button', { name: 'Split' }).click();
    await block.sees('This is the second part.');
    expectNeighbours('rule-14', 'second-part');
    for (const lang of LANGUAGES) {
      expect(read(lang), lang).toMatch(/\. \*\*Rule\.\*\* \{#rule-14\}\n/);
      expect(read(lang), lang).toMatch(/\d+\. Number 14 of \{domain\}\. \{#second-part\}\n/);
    }
  });

  test('a section is split, and its second part gets a title', async () => {
    await block.open(server.origin, 'privacy_policy', 's3');
    await block.button('Split').click();
    await block.dialog.getByLabel('Title in English').fill('The second half');
    await block.dialog.getByLabel('Title in German').fill('Die zweite Hälfte');
    expect(await block.dialog.getByLabel('Id of the second block').inputValue()).toBe('the-second-half');
    await block.dialog.getByRole('button', { name: 'Split' }).click();
    await block.sees('This is the second part.');
    for (const lang of LANGUAGES) {
      const title = lang === 'de' ? 'Die zweite Hälfte' : 'The second half';
      expect(read(lang, 'privacy_policy'), lang).toContain(`{#s3}\n\n## ${title} {#the-second-half}\n\nText.`);
    }
    expect(await block.panel('de').locator('.status').textContent()).toBe('Up to date');
    expect(await block.panel('fr').locator('.status').textContent()).toBe('Older than English');
  });

  test('a rule is removed after a question that can be left with Escape', async () => {
    await block.open(server.origin, 'rules', 'rule-20');
    await block.button('Remove').click();
    await block.page.keyboard.press('Escape');
    expect(idsIn('de')).toContain('rule-20');
    await block.button('Remove').click();
    await block.dialog.getByLabel('Note in English').fill('Rule 20 is gone.');
    await block.dialog.getByRole('button', { name: 'Remove' }).click();
    await block.sees('is gone.');
    for (const lang of LANGUAGES) expect(idsIn(lang)).not.toContain('rule-20');
    expect(new URL(block.page.url()).searchParams.get('block')).toBe('rule-21');
  });

  test('a change of meaning is told with its note, its day and a mail', async () => {
    await block.open(server.origin, 'rules', 'rule-25');
    await block.type('en', ' Changed.');
    await block.page.keyboard.press('ControlOrMeta+S');
    await block.dialog.getByRole('radio', { name: 'A change of meaning' }).check();
    await block.dialog.getByLabel('Note in English').fill('Rule 25 has changed.');
    await block.dialog.getByText('Notes in other languages').click();
    await block.dialog.getByLabel('Note in German').fill('Regel 25 ist anders.');
    await block.dialog.getByLabel('In force from').fill('2999-01-01');
    await block.dialog.getByRole('checkbox', { name: 'Important.' }).check();
    await block.dialog.getByRole('button', { name: 'Save' }).click();
    await block.sees('Saved.');
    const history = readFileSync(`${project.dir}/texts/history/shared/rules/rule-25.yaml`, 'utf8');
    for (const part of [
      'Rule 25 has changed.',
      'Regel 25 ist anders.',
      '2999-01-01',
      'important: true',
      'Number 25 of',
    ])
      expect(history).toContain(part);
    // A further change of the day begins with what readers are told already.
    await block.type('en', ' Again.');
    await block.page.keyboard.press('ControlOrMeta+S');
    await block.dialog.getByRole('radio', { name: 'A change of meaning' }).check();
    expect(await block.dialog.getByLabel('Note in English').inputValue()).toBe('Rule 25 has changed.');
    expect(await block.dialog.getByLabel('Note in German').inputValue()).toBe('Regel 25 ist anders.');
    expect(await block.dialog.getByLabel('In force from').inputValue()).toBe('2999-01-01');
    expect(await block.dialog.getByRole('checkbox', { name: 'Important.' }).isChecked()).toBe(true);
    await block.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('a note that a language lacks is written later', async () => {
    await block.open(server.origin, 'rules', 'rule-26');
    await block.type('en', ' Changed.');
    await block.page.keyboard.press('ControlOrMeta+S');
    await block.dialog.getByRole('radio', { name: 'A change of meaning' }).check();
    await block.dialog.getByLabel('Note in English').fill('Rule 26 has changed.');
    await block.dialog.getByRole('button', { name: 'Save' }).click();
    await block.sees('Saved.');
    await block.page.locator('.notes-line', { hasText: 'no note: German' }).getByRole('link').click();
    const form = block.page.locator('details[data-block="rule-26"]');
    const badge = form.locator('.badge');
    expect(await badge.textContent()).toContain('German');
    await expect.poll(() => block.page.evaluate(() => document.activeElement?.getAttribute('lang'))).toBe('de');
    await block.page.keyboard.type('Regel 26 ist anders.');
    await block.page.keyboard.press('Enter');
    await form.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(await badge.textContent()).not.toContain('German');
    const history = readFileSync(`${project.dir}/texts/history/shared/rules/rule-26.yaml`, 'utf8');
    expect(history).toContain('    en: Rule 26 has changed.\n    de: Regel 26 ist anders.\n');
    await block.page.goto(`${server.origin}/?lang=fr`);
    await block.page.locator('main a[href="/notes?kind=document&scope=shared&name=rules"]').waitFor();
  });

  test('a text that was changed on disk is merged, and nothing is lost', async () => {
    await block.open(server.origin, 'rules', 'rule-28');
    const file = documentPath(project, 'de', 'rules');
    writeFileSync(file, read('de').replace('Number 28 of', 'Nummer 28 von'));
    await block.type('de', ' Hier.');
    await block.type('fr', ' Ici.');
    await block.page.keyboard.press('ControlOrMeta+S');
    const versions = block.dialog.locator('.versions > div');
    await versions.first().waitFor();
    expect(await versions.filter({ hasText: 'On disk' }).locator('ins').allTextContents()).toEqual([
      expect.stringContaining('Nummer'),
      expect.stringContaining('von'),
    ]);
    expect(await versions.filter({ hasText: 'Yours' }).locator('ins').textContent()).toContain('Hier.');
    expect(await versions.filter({ hasText: 'Before both' }).locator('.difference').textContent()).toContain(
      'Number 28 of',
    );
    await block.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(read('fr')).not.toContain('Ici.');
    expect(await block.field('de').textContent()).toContain('Hier.');
    await block.page.keyboard.press('ControlOrMeta+S');
    await block.dialog.getByRole('button', { name: 'Take “On disk”' }).click();
    await block.page.keyboard.press('ControlOrMeta+End');
    await block.page.keyboard.type(' Hier.');
    await block.dialog.getByRole('button', { name: 'Save these texts' }).click();
    await block.sees('Saved.');
    expect(read('de')).toContain('Nummer 28 von {domain}. Hier. {#rule-28}');
    expect(read('fr')).toContain('Ici. {#rule-28}');
  });
}
