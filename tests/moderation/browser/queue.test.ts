import type { Locator, Page } from 'playwright';
import { beforeAll, expect } from 'vitest';

import { QUEUE_PAGE } from '../../../src/contract/moderation/queue.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { clickTab, openModeration, queueOf, words } from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { addFormCase } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const REST = 20;
const service = testService(anyDatabase);
const browser = suiteBrowser();
let page: Page;

beforeAll(async () => {
  if (!programs.chromium) return;
  const brand = service.brand('amber');
  await Promise.all(Array.from({ length: QUEUE_PAGE }, () => addFormCase(brand, 'spam')));
  await Promise.all(Array.from({ length: REST }, () => addFormCase(brand, 'privacy')));
  page = await openModeration(browser(), service, (await addModerator(service)).visitor);
  await clickTab(page, 'open');
});

const button = (key: string): Locator => page.getByRole('button', { name: words(key), exact: true });
const expectCases = (count: number): Promise<void> => expect.poll(() => queueOf(page).count()).toBe(count);
const control = (key: string, role: 'combobox' | 'textbox' = 'combobox'): Locator =>
  page.getByRole(role, { name: words(key) });

test('a moderator turns the pages of the queue', async () => {
  await expectCases(QUEUE_PAGE);
  expect(await button('moderation.previousPage').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.nextPage').click();
  await expectCases(REST);
  await button('moderation.previousPage').click();
  await expectCases(QUEUE_PAGE);
});

test('a filter stays while the moderator looks at a case', async () => {
  await page.getByText(words('moderation.filter')).click();
  await control('moderation.reason').selectOption('privacy');
  await control('moderation.order').selectOption('on');
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.show').click();
  await expectCases(REST);
  await queueOf(page).first().click();
  await button('moderation.back').click();
  await expectCases(REST);
  await expect.poll(() => control('moderation.reason').inputValue()).toBe('privacy');
  await control('moderation.reason').selectOption('');
  await control('moderation.reporter', 'textbox').fill('No such person');
  await button('moderation.show').click();
  await page.getByText(words('moderation.nothing')).waitFor();
});
