import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

import { scriptStarted } from '../../support/edit/script-started.ts';
import { SMALL_SITE, LANGUAGES } from '../../support/edit/small-site.ts';
import { testWith } from '../../support/programs.ts';
import { block, project, server } from './started-editor.ts';

const test = testWith('chromium');

async function openHome(): Promise<void> {
  await block.page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      { capture: true },
    ),
  );
  await block.page.goto(`${server.origin}/`);
  await scriptStarted(block.page);
}

const clicksIn = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('clicks')));

/** Writes into the field of each language, from the one that has the focus on. */
async function writeAll(text: (lang: string) => string): Promise<void> {
  await block.panel('en').waitFor();
  await scriptStarted(block.page);
  for (const lang of LANGUAGES) {
    expect(await block.page.evaluate(() => document.activeElement?.getAttribute('lang'))).toBe(lang);
    await block.page.keyboard.press('ControlOrMeta+End');
    await block.page.keyboard.type(text(lang));
    await block.page.keyboard.press('Alt+ArrowDown');
  }
}

/** Presses Tab, or Shift+Tab, until an element has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let presses = 0; presses < 300; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach it.`);
}

const builtRules = (lang: string): string =>
  readFileSync(join(project.dir, 'dist/plain.example', lang, 'rules.html'), 'utf8');

/** The way from the home page to the built site. */
export function testTenClicks(): void {
  test('a changed rule in eight languages takes ten clicks at most, from the start to the built site', async () => {
    await openHome();
    const { page } = block;
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.locator('a[href*="block=rule-3"]').first().click();
    await writeAll((lang) => ` Changed in ${lang}.`);
    await block.button('Save').click();
    await block.dialog.getByRole('radio', { name: 'A change of meaning' }).click();
    await block.dialog.getByLabel('Note in English').click();
    await page.keyboard.type('Rule 3 says more.');
    await block.dialog.getByRole('button', { name: 'Save' }).click();
    await block.sees('Saved.');
    await page.getByRole('link', { name: 'Publish', exact: true }).click();
    await block.button('Build the site').click();
    await block.sees(/^Built|^The site was not built/);
    expect(await page.locator('#status').textContent()).toMatch(/^Built/);
    for (const lang of LANGUAGES) expect(builtRules(lang)).toContain(`Changed in ${lang}.`);
    expect((await project.run('content-check', SMALL_SITE)).output).not.toContain('rules.md#');
    const clicks = await clicksIn(page);
    expect(clicks).toBeGreaterThan(1);
    expect(clicks).toBeLessThanOrEqual(10);
  });

  test('the keyboard alone does the same', async () => {
    await openHome();
    const { page } = block;
    await page.keyboard.press('/');
    await page.keyboard.type('Number 5 of');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=/);
    await tabTo(page.locator('main a[href*="block=rule-5"]').first());
    await page.keyboard.press('Enter');
    await writeAll((lang) => ` Written in ${lang}.`);
    await page.keyboard.press('ControlOrMeta+S');
    await block.dialog.waitFor();
    await page.keyboard.press('Escape');
    await block.dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('lang'))).toBe('en');
    await page.keyboard.press('ControlOrMeta+S');
    await tabTo(block.dialog.getByRole('radio', { name: 'A typo' }));
    await page.keyboard.press('ArrowDown');
    await tabTo(block.dialog.getByLabel('Note in English'));
    await page.keyboard.type('Rule 5 says more.');
    await page.keyboard.press('Enter');
    // The focus is in the field again. Forwards, the links of the preview come first, while it is drawn.
    await block.sees('Saved.');
    await tabTo(page.getByRole('link', { name: 'Publish', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/publish/);
    await scriptStarted(page);
    await tabTo(block.button('Build the site'));
    await page.keyboard.press('Enter');
    await block.sees(/^Built|^The site was not built/);
    for (const lang of LANGUAGES) expect(builtRules(lang)).toContain(`Written in ${lang}.`);
    expect(await clicksIn(page)).toBe(0);
  });
}
