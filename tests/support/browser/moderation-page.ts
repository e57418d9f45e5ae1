import type { Browser, Locator, Page } from 'playwright';

import { wordsOf } from '../dist.ts';
import { addCase } from '../service/moderation/moderation-cases.ts';
import { idOf } from '../service/moderation/moderator.ts';
import type { TestService } from '../service/test-service.ts';
import type { Visitor } from '../service/visitor.ts';
import { localCookies } from './local-cookies.ts';

export const words = wordsOf('en');

/** Opens the page of moderators with the cookies of a visitor. */
export async function openModeration(
  browser: Browser,
  { port }: TestService,
  visitor: Visitor,
  width = 1280,
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    viewport: { width, height: 800 },
  });
  await context.addCookies(localCookies(visitor));
  const page = await context.newPage();
  await page.goto(`http://amber.example.localhost:${port}/moderation`);
  return page;
}

/** Stores a report about a new person, who has written a message. */
export async function addReport(service: TestService, text: string, reporter?: { id: string; name: string }) {
  const { visitor, person } = await service.addUser();
  const brand = service.brand('amber');
  const id = await idOf(brand, person);
  const message = { seq: 1, sender: id, name: person.nickname, text, sentAt: new Date().toISOString() };
  const added = await addCase(
    brand,
    reporter,
    { id, name: person.nickname },
    { room: 'en.lounge', messages: [message] },
  );
  return { ...added, visitor, nickname: person.nickname };
}

/** The cases in the list of the page. */
export const queueOf = (page: Page): Locator => page.locator('.queue [data-item]');

/** A heading with a translated text. */
export const titled = (page: Page, key: string): Locator =>
  page.getByRole('heading', { name: words(key), exact: true });

/** The field for what a decision rests on. */
export const facts = (page: Page): Locator => page.getByRole('textbox', { name: words('moderation.facts') });

/** The message of a refused request. */
export const alert = (page: Page, code: string): Locator =>
  page.getByRole('alert').getByText(words(`moderationErrors.${code}`));

/** Opens the first case of the queue by keyboard. */
export async function openFirst(page: Page): Promise<void> {
  await queueOf(page).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await titled(page, 'moderation.case').waitFor();
}

/** Opens a tab by its key and waits until it is shown. */
export async function toTab(page: Page, key: string, tab: string): Promise<void> {
  await page.keyboard.press(key);
  await isInTab(page, tab);
}

/** Opens a tab by a click and waits until it is shown. */
export async function clickTab(page: Page, tab: string): Promise<void> {
  await page
    .getByRole('navigation', { name: words('moderation.lists') })
    .getByRole('link', { name: words(`moderation.tab.${tab}`) })
    .click();
  await isInTab(page, tab);
}

const isInTab = (page: Page, tab: string): Promise<void> =>
  page.locator('.stage:not([aria-busy]) h2', { hasText: words(`moderation.tab.${tab}`) }).waitFor();
