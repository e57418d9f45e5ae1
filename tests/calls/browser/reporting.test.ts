import type { Locator } from 'playwright';
import { expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { type Caller, callScene } from '../../support/browser/call-page.ts';
import { SCREEN } from '../../support/browser/chat-page.ts';
import { openModeration, queueOf, words } from '../../support/browser/moderation-page.ts';
import { testWith } from '../../support/programs.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';

const test = testWith('coturn');
const scene = callScene();

/** The open dialog in which a caller reports another person. */
const reportOf = ({ page, who }: Caller, other: Caller): Locator =>
  page.getByRole('dialog', { name: who.words('report.title', { name: other.name }) });

async function examine({ page }: Caller, state: string): Promise<void> {
  for (const width of [SCREEN.viewport.width, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect([...(await faultsOf(page)), ...(await tooWideIn(page))], `${state}, ${width}`).toEqual([]);
  }
  await page.setViewportSize(SCREEN.viewport);
}

/** Fills the open dialog and sends it. */
async function sendReport(caller: Caller, other: Caller, reason: string, note: string): Promise<void> {
  const dialog = reportOf(caller, other);
  await dialog.getByText(caller.who.words('report.call')).waitFor();
  await examine(caller, note);
  await dialog.getByRole('radio', { name: caller.who.words(`report.${reason}`) }).check();
  await dialog.getByRole('textbox', { name: caller.who.words('report.note') }).fill(note);
  await dialog.getByRole('button', { name: caller.who.words('report.send') }).click();
  await caller.page.getByText(caller.who.words('report.thanks')).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

test('a call is reported while it lasts and after its end, and a moderator sees both reports', async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  await anna.page
    .locator('.call')
    .getByRole('button', { name: anna.who.words('chat.report') })
    .click();
  await sendReport(anna, ben, 'threat', 'He shouts at me in the call.');
  // The call goes on.
  await anna.hears();

  await anna.button('call.hangUp').click();
  await ben.sees('call.over.ended');
  const line = ben.page
    .getByRole('log')
    .getByRole('article')
    .filter({ has: ben.page.locator('.called') });
  await line.getByRole('button', { name: ben.who.words('chat.report') }).click();
  await sendReport(ben, anna, 'harassment', 'She laughed at me in the call.');

  const reports = await scene.service
    .brand('amber')
    .db.selectFrom('report')
    .select(['reason', 'note', 'call'])
    .execute();
  expect(reports.toSorted((one, other) => one.note.localeCompare(other.note, 'en'))).toMatchObject([
    { reason: 'threat', note: 'He shouts at me in the call.', call: { byReported: false, video: false } },
    {
      reason: 'harassment',
      note: 'She laughed at me in the call.',
      call: { byReported: true, video: false, seconds: expect.any(Number) as number },
    },
  ]);
  const { visitor } = await addModerator(scene.service);
  const page = await openModeration(scene.browser, scene.service, visitor);
  await queueOf(page)
    .filter({ hasText: words('report.harassment') })
    .click();
  const report = page.getByRole('article');
  await report.locator(':scope > p', { hasText: `${words('moderation.call')} · ` }).waitFor();
  // The record of the call among the messages is not hidden, and cannot be removed.
  const record = report.locator('.messages li', { hasText: words('moderation.call') });
  expect(await record.locator('.blurred, input').count()).toBe(0);
  expect(await report.locator('.messages li', { hasText: 'Good evening' }).locator('.blurred').count()).toBe(1);
  await page.getByText('She laughed at me in the call.').waitFor();
  await page.context().close();
  expect([...anna.who.wrong, ...ben.who.wrong]).toEqual([]);
});
