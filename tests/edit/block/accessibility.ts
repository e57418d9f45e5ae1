import { expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { BlockPage } from '../../support/edit/block-page.ts';
import { testWith } from '../../support/programs.ts';
import { browser, server } from './started-editor.ts';

const test = testWith('chromium');

/** Words without a place to break them. */
const LONG = ' Rechtsschutzversicherungsgesellschaftenmitarbeiterinnenverzeichnis';

/** The page on narrow and wide screens, for people and for axe. */
export function testAccessibility(): void {
  test.each([360, 915, 1440])('the page and its dialogs have no fault at a width of %i', async (width) => {
    const block = new BlockPage(await browser().newPage({ viewport: { width, height: 800 }, bypassCSP: true }));
    const { page } = block;
    let isExamined = false;
    // Wider windows have the same dialogs: axe examines their page once.
    const expectNoFault = async (): Promise<void> => {
      if (width === 360 || !isExamined) expect(await faultsOf(page)).toEqual([]);
      isExamined = true;
      expect(await tooWideIn(page)).toEqual([]);
    };
    await block.open(server.origin, 'contacts', 'paragraph 1');
    if (width < 600) await page.getByRole('button', { name: 'de, German', exact: true }).click();
    await block.type('de', `${LONG} {domain} {nobody}`);
    if (width >= 600) await block.type('en', ' More.');
    await block.panel('de').locator('.problems li').first().waitFor();
    await expectNoFault();
    await block.panel('de').locator('.chip.link').click();
    await expectNoFault();
    await page.keyboard.press('Escape');
    for (const name of ['Add below', 'Split', 'Remove', 'Shortcuts']) {
      await block.button(name).click();
      await block.dialog.waitFor();
      await expectNoFault();
      await page.keyboard.press('Escape');
      await block.dialog.waitFor({ state: 'detached' });
    }
    await page.close({ runBeforeUnload: false });
  });

  test('a fault is found', async () => {
    const block = new BlockPage(await browser().newPage({ bypassCSP: true }));
    await block.open(server.origin, 'rules', 'rule-3');
    // An element of its own: the page draws its buttons again while it loads.
    await block.page.evaluate(() => {
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button aria-hidden="true">Save</button>');
    });
    expect((await faultsOf(block.page)).join()).toContain('aria-hidden-focus');
    await block.page.close();
  });
}
