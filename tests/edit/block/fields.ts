import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { beforeEach, describe, expect } from 'vitest';

import { documentPath, LANGUAGES } from '../../support/edit/small-site.ts';
import { testWith } from '../../support/programs.ts';
import { block, project, server } from './started-editor.ts';

const test = testWith('chromium');

const read = (lang: string, name = 'rules'): string => readFileSync(documentPath(project, lang, name), 'utf8');

/** Changes a file behind the back of the editor. */
function changeOnDisk(lang: string, from: string, to: string): void {
  const text = read(lang);
  expect(text).toContain(from);
  writeFileSync(documentPath(project, lang, 'rules'), text.replace(from, to));
}

/** Fields, problems, preview and saves of a block in all languages. */
export function testFields(): void {
  beforeEach(() => block.withoutPreview());

  describe('a block in all languages', () => {
    test('shows each language, and in the others which words of the English text have changed', async () => {
      changeOnDisk('en', 'Number 2 of {domain}', 'Number 2 in {domain}');
      await block.open(server.origin, 'rules', 'rule-2');
      for (const lang of LANGUAGES) expect(await block.field(lang).getAttribute('lang')).toBe(lang);
      const difference = block.panel('de').locator('.difference');
      expect(await difference.locator('del').textContent()).toBe(' removed: of, ');
      expect(await difference.locator('ins').textContent()).toBe(' added: in, ');
      expect(await block.panel('de').locator('.status').textContent()).toBe('Older than English');
      await block.open(server.origin, 'rules', 'rule-3');
      expect(await block.panel('de').locator('.change').isVisible()).toBe(false);
    });

    test('shows the change of the English text while it is written', async () => {
      await block.open(server.origin, 'rules', 'rule-4');
      await block.type('en', ' Always.');
      expect(await block.panel('de').locator('ins').textContent()).toBe(' added:  Always., ');
    });

    test('tells of a problem while it is written', async () => {
      await block.open(server.origin, 'rules', 'rule-4');
      await block.type('de', ' {host}');
      const problem = block.panel('de').locator('.problems');
      await problem.filter({ hasText: '{host}' }).waitFor();
      await block.page.keyboard.press('Backspace');
      await problem.filter({ hasText: '{host}' }).waitFor({ state: 'hidden' });
    });

    test('tells while it is written that an empty text cannot be saved', async () => {
      await block.open(server.origin, 'rules', 'rule-4');
      await block.field('de').focus();
      await block.page.keyboard.press('ControlOrMeta+A');
      await block.page.keyboard.press('Backspace');
      await block.panel('de').locator('.problems').filter({ hasText: 'Write some words' }).waitFor();
      expect(await block.panel('fr').locator('.problems').isHidden()).toBe(true);
      await block.page.keyboard.press('ControlOrMeta+Z');
    });

    test('marks a text that is much longer than the English one', async () => {
      await block.open(server.origin, 'rules', 'rule-4');
      const count = block.panel('de').locator('.count');
      expect(await count.textContent()).not.toContain('longer');
      await block.type('de', ' '.repeat(60));
      expect(await count.textContent()).toContain('much longer');
    });

    test('deletes a placeholder as a whole, and brings it back as a whole', async () => {
      await block.open(server.origin, 'contacts', 'paragraph 1');
      const before = (await block.field('de').textContent())!;
      await block.type('de', ' {domain}');
      await block.page.keyboard.press('Backspace');
      expect(await block.field('de').textContent()).toBe(`${before} `);
      await block.page.keyboard.press('ControlOrMeta+Z');
      expect(await block.field('de').textContent()).toContain('{domain}');
    });

    test('changes a link in a form', async () => {
      await block.open(server.origin, 'contacts', 'paragraph 1');
      await block.panel('de').locator('.chip.link').click();
      await block.dialog.getByLabel('Target').fill('/rules');
      await block.page.keyboard.press('Enter');
      expect(await block.panel('de').locator('.chip.link .target').textContent()).toBe('/rules');
      await block.type('de', '!');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved.');
      expect(read('de', 'contacts')).toContain('[{email}](/rules).!');
      expect(read('es', 'contacts')).toContain('mailto:');
    });

    test('shows what is written in the page beside it', async () => {
      await block.page.unrouteAll();
      await block.open(server.origin, 'rules', 'rule-5');
      await block.type('de', ' Frisch.');
      const marked = block.page.frameLocator('.preview iframe').locator('[data-edited]');
      // The first preview waits until the server has compiled the pages.
      await marked.filter({ hasText: 'Frisch.' }).waitFor({ timeout: 0 });
      expect(await marked.getAttribute('id')).toBe('rule-5');
    });

    test('accepts translations that stay right', async () => {
      changeOnDisk('en', 'Number 6 of', 'Number 6 on');
      await block.open(server.origin, 'rules', 'rule-6');
      await block.button('Accept as it is: German').click();
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved.');
      expect(await block.panel('de').locator('.status').textContent()).toBe('Up to date');
      expect(await block.panel('fr').locator('.status').textContent()).toBe('Older than English');
    });

    test('takes a translation that was written as up to date, and a copy of the English text or a refused one as older', async () => {
      changeOnDisk('en', 'Number 8 of', 'Number 8 on');
      await block.open(server.origin, 'rules', 'rule-8');
      await block.type('de', ' Neu.');
      await block.type('es', ' Nuevo.');
      await block.button('Accept as it is: Spanish').click();
      await block.button('Copy English: French').click();
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved.');
      const states = ['de', 'es', 'fr'].map((lang) => block.panel(lang).locator('.status').textContent());
      expect(await Promise.all(states)).toEqual(['Up to date', 'Older than English', 'Older than English']);
    });
  });

  describe('a save', () => {
    test('of a typo keeps translations that are still right, and writes no history', async () => {
      await block.open(server.origin, 'rules', 'rule-8');
      await block.type('en', ' Really.');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.dialog.getByRole('radio', { name: 'A typo' }).check();
      await block.dialog.getByRole('checkbox', { name: 'Still right' }).check();
      await block.dialog.getByRole('button', { name: 'Save' }).click();
      await block.sees('Saved.');
      expect(read('en')).toContain('Really. {#rule-8}');
      expect(await block.panel('de').locator('.status').textContent()).toBe('Up to date');
      expect(existsSync(`${project.dir}/texts/history/shared/rules/rule-8.yaml`)).toBe(false);
    });

    test('asks before a change of a rule is saved together with a move', async () => {
      await block.open(server.origin, 'rules', 'rule-9');
      await block.type('en', ' Truly.');
      await block.button('Move down').click();
      await block.dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(read('en')).not.toContain('Truly.');
    });

    test('changes a word of the interface in its file, and keeps the rest of it', async () => {
      const file = `${project.dir}/public/assets/i18n/de.json`;
      const before = readFileSync(file, 'utf8');
      await block.open(server.origin, 'interface', 'home.enter', 'words');
      await block.type('de', ' jetzt');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved.');
      const [from, to] = [before.split('\n'), readFileSync(file, 'utf8').split('\n')];
      expect(to.length).toBe(from.length);
      expect(to.filter((line, index) => line !== from[index])).toEqual([expect.stringContaining(' jetzt"')]);
    });

    test('tells of mistakes that stop a build, and keeps them in sight until they are mended', async () => {
      await block.open(server.origin, 'contacts', 'paragraph 1');
      const before = Object.fromEntries(LANGUAGES.map((lang) => [lang, read(lang, 'contacts')]));
      for (const lang of ['es', 'fr']) await block.type(lang, ' {nonsense}');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved, with 2 mistakes: the site cannot be built until they are mended.');
      await block.sees('contacts.md:');
      expect(await block.panel('fr').locator('.problems .error').textContent()).toContain('nonsense');
      for (const lang of ['es', 'fr']) writeFileSync(documentPath(project, lang, 'contacts'), before[lang]!);
      await block.open(server.origin, 'contacts', 'paragraph 1');
      await block.type('pl', '!');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees(/^Saved\.$/);
    });

    test('leads on to the next block that is older than English', async () => {
      changeOnDisk('en', 'Number 17 of', 'Number 17 at');
      await block.open(server.origin, 'rules', 'rule-16');
      await block.page.keyboard.press('Alt+N');
      await block.page.waitForURL(/block=rule-17/);
    });
  });

  describe('unsaved work', () => {
    test('that is written while a save runs is there after it', async () => {
      const held = Promise.withResolvers<void>();
      await block.page.route('**/api/save', async (route) => {
        await held.promise;
        await route.continue();
      });
      await block.open(server.origin, 'rules', 'rule-11');
      await block.type('de', ' Erst.');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.page.keyboard.type(' Dann.');
      held.resolve();
      await block.sees('Saved. Your unsaved work is here again.');
      expect(read('de')).toContain(' Erst. {#rule-11}');
      expect(await block.field('de').textContent()).toContain('Erst. Dann.');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees(/^Saved\.$/);
      expect(read('de')).toContain(' Erst. Dann. {#rule-11}');
    });

    test('survives a reload, which asks first', async () => {
      await block.open(server.origin, 'rules', 'rule-7');
      await block.type('es', ' Nuevo.');
      const asked = block.page.waitForEvent('dialog');
      const reloaded = block.page.reload();
      const question = await asked;
      expect(question.type()).toBe('beforeunload');
      await question.accept();
      await reloaded;
      await block.sees('Your unsaved work is here again.');
      expect(await block.field('es').textContent()).toContain('Nuevo.');
      await block.page.keyboard.press('ControlOrMeta+S');
      await block.sees('Saved.');
      expect(read('es')).toContain('Nuevo. {#rule-7}');
    });
  });
}
