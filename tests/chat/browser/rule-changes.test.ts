import { beforeAll, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, PHONE, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acquaint, hangUp, ring, turn } from '../../support/service/calls/call-steps.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, backdateAccount, testService } from '../../support/service/test-service.ts';
import { changeIn, siteWithRuleChanges } from '../../support/site/dist-with-rule-changes.ts';

const test = testWith('chromium');

const site = siteWithRuleChanges();
const service = testService(anyDatabase, turn, () => site.folder);
const browser = suiteBrowser();
let anna: PageUser;

const inForce = [
  changeIn(-20, { id: 'adults-only', title: 'Adults only', note: 'The age limit is now 21.' }),
  changeIn(-2, { id: 'cookies', document: 'privacy_policy', title: 'Cookies', note: 'One cookie less.' }),
];
const coming = changeIn(5, { id: 'no-advertising', title: 'No advertising' });

/** Opens the chat for a person who registered before the changes. */
async function arriveAgain(arrival: Parameters<typeof arrive>[2]): Promise<PageUser> {
  site.build({});
  const user = await arrive(browser(), service, arrival);
  await backdateAccount(service, 'amber', user.name, 100);
  site.build({ changes: [...inForce, coming] });
  await user.page.reload();
  return user;
}

const notice = ({ page, words }: PageUser, of = page) => of.getByRole('dialog', { name: words('changes.title') });
const line = ({ page }: PageUser, of = page) => of.locator('aside.coming');

beforeAll(async () => {
  if (programs.chromium) anna = await arriveAgain({ lang: 'ru' });
});
failOnErrors(() => [anna]);

test('the notice lists the changes in force, with links in the language of the page', async () => {
  await notice(anna).waitFor();
  const { page } = anna;
  expect(await notice(anna).getByRole('listitem').allInnerTexts()).toEqual(
    inForce.map(({ title, note }) => expect.stringContaining(`${title}\n\n${note}`) as string),
  );
  const links = await notice(anna).getByRole('link').all();
  const targets = await Promise.all(
    links.map((link) =>
      link.evaluate((element: HTMLAnchorElement) => [element.pathname + element.search + element.hash, element.target]),
    ),
  );
  expect(targets).toEqual([
    ['/rules/changes?lang=ru#adults-only', '_blank'],
    ['/privacy_policy/changes?lang=ru#cookies', '_blank'],
  ]);
  expect(await faultsOf(page)).toEqual([]);
});

test('a closed notice returns with the next visit', async () => {
  await anna.page.keyboard.press('Escape');
  await notice(anna).waitFor({ state: 'detached' });
  await anna.topic('lounge').click();
  await anna.page.reload();
  await notice(anna).waitFor();
});

test('the notice is confirmed with the keyboard, closes in other tabs, and does not return', async () => {
  const other = await anna.page.context().newPage();
  await other.goto(anna.address);
  await notice(anna, other).waitFor();
  const button = notice(anna).getByRole('button', { name: anna.words('changes.accept') });
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 10 && !(await isFocused()); presses++) await anna.page.keyboard.press('Tab');
  await anna.page.keyboard.press('Enter');
  for (const page of [anna.page, other]) await notice(anna, page).waitFor({ state: 'detached' });
  for (const page of [anna.page, other]) {
    await page.reload();
    await line(anna, page).waitFor();
    expect(await notice(anna, page).count()).toBe(0);
  }
  await other.close();
});

test('no notice covers a call', async () => {
  const dora = await arriveAgain({});
  await notice(dora).waitFor();
  const [caller, tab] = [await enterChat((await service.addUser()).visitor), await enterChat(dora.visitor)];
  const call = await ring(caller, await acquaint(caller, tab));
  await dora.button('call.decline').waitFor();
  await notice(dora).waitFor({ state: 'detached' });
  await hangUp(caller, call);
  await notice(dora).waitFor();
  for (const { socket } of [caller, tab]) socket.disconnect();
  await dora.page.context().close();
});

test('a line names what is coming; dismissed, it stays away in all tabs', async () => {
  const date = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(coming.inForce));
  expect(await line(anna).getByRole('paragraph').textContent()).toBe(
    `${anna.words('changes.coming', { date })} ${coming.title}`,
  );
  const other = await anna.page.context().newPage();
  await other.goto(anna.address);
  await line(anna, other).waitFor();
  await line(anna)
    .getByRole('button', { name: anna.words('chat.close') })
    .click();
  for (const page of [anna.page, other]) await line(anna, page).waitFor({ state: 'detached' });
  await anna.page.reload();
  await anna.topic('lounge').waitFor();
  expect(await line(anna).count()).toBe(0);
  await other.close();
});

test('on a phone the line is in the lobby alone, and nothing is too wide', async () => {
  const clara = await arriveAgain({ device: { ...PHONE, viewport: { width: 320, height: 640 } } });
  await notice(clara).waitFor();
  expect(await tooWideIn(clara.page)).toEqual([]);
  await clara.button('changes.accept').click();
  await line(clara).getByText(coming.title).waitFor();
  expect(await tooWideIn(clara.page)).toEqual([]);
  expect(await faultsOf(clara.page)).toEqual([]);
  await clara.topic('lounge').click();
  await clara.field.waitFor();
  await line(clara).waitFor({ state: 'hidden' });
  await clara.page.context().close();
});

test('a page without changes loads no script for them', async () => {
  site.build({ changes: inForce });
  const boris = await arrive(browser(), service);
  const scripts: string[] = [];
  boris.page.on('request', (request) => scripts.push(request.url()));
  await boris.page.reload();
  await boris.topic('lounge').waitFor();
  await boris.page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => url.includes('rule-changes'))).toEqual([]);
  expect(await notice(boris).count()).toBe(0);
  await boris.page.context().close();
});
