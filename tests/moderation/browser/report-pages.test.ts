import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { formElementId } from '../../../src/contract/element-ids.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const EMAIL = 'reporter@mail.example';

const words = wordsOf('en');
const service = testService(anyDatabase);
const browser = suiteBrowser();
let page: Page;

beforeAll(async () => {
  if (!programs.chromium) return;
  page = await browser().newPage({
    baseURL: `http://amber.example.localhost:${service.port}`,
    locale: 'en',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': service.visitor().address },
  });
});
afterAll(() => page?.close());

const input = (part: string): string => `#${formElementId('report', part)}`;
const send = (): Promise<void> => page.getByRole('button', { name: words('form.submit.report') }).click();

/** The page is accessible in both themes and does not scroll sideways. */
async function examine(state: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([...(await faultsOf(page)), ...(await tooWideIn(page))], `${state}, ${width}`).toEqual([]);
  }
}

test('the form shows what is missing, and is sent', async () => {
  await page.goto(routes.report.path);
  await examine('empty');
  await page.selectOption(input('reason'), 'spam');
  await page.fill(input('place'), 'The lounge');
  // The browser takes a space for a text.
  await page.fill(input('note'), ' ');
  await page.fill(input('email'), EMAIL);
  await page.check(input('goodFaith'));
  await send();
  await page
    .locator(input('note-error'))
    .filter({ hasText: words('errors.required') })
    .waitFor();
  expect(await page.getAttribute(input('note'), 'aria-invalid')).toBe('true');
  await examine('with an error');
  await page.fill(input('note'), 'Somebody sells things.');
  await send();
  await page.getByText(words('reportStatus.waiting')).waitFor();
  await examine('waiting');
});

test('the status without the link of the receipt is unknown', async () => {
  await page.context().clearCookies();
  await page.goto(routes.report_status.path);
  await examine('before');
  await page.getByRole('button', { name: words('reportStatus.show') }).click();
  await page.getByText(words('reportStatus.unknown')).waitFor();
  await examine('unknown');
});

test('the link of the receipt shows the outcome', async () => {
  await page.goto(linkIn(await service.sink.mailTo(EMAIL)));
  await page.getByText(words('reportStatus.waiting')).waitFor();
  const moderator = await addModerator(service);
  const [entry] = (await ok(moderator, 'queue', { list: 'open' })).entries;
  await ok(moderator, 'decide', { case: entry!.case, act: 'dismiss', facts: '' });
  await page.reload();
  await page.getByText(words('reportStatus.notActed')).waitFor();
  await page.getByText(words('reportStatus.redress')).waitFor();
  await examine('decided');
});
