import { afterAll, beforeAll, describe, expect } from 'vitest';

import { ownName } from '../../../src/site/i18n/language-facts.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acceptConversations, enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const browser = suiteBrowser();

const visits = [
  ['PGlite', ['amber.example', 'de'], ['ru.amber.example', 'ru']],
  ['PostgreSQL', ['onyx.example', 'en'], ['ru.onyx.example', 'ru']],
] as const;

describe.each(visits)('on %s, %s and %s', (database, [host, lang], [otherHost, otherLang]) => {
  const service = testService(database);
  const room = `${lang}.music`;
  let anna: PageUser;
  let boris: PageUser;
  /** A user who receives Clara's message has received all messages before it. */
  let clara: TestUser;

  beforeAll(async () => {
    if (!programs.chromium) return;
    [anna, boris] = await Promise.all([
      arrive(browser(), service, { host, lang }),
      arrive(browser(), service, { host: otherHost, lang: otherLang }),
    ]);
    clara = await enterChat((await service.addUser({}, host)).visitor);
    await clara.ask('enter', { room });
  });

  afterAll(async () => {
    clara?.socket.disconnect();
    for (const one of [anna, boris]) await one?.page.context().close();
  });
  failOnErrors(() => [anna, boris]);

  const meet = async (): Promise<void> => {
    await anna.enter(anna.topic('music'));
    if (await boris.topic('music', lang).isHidden())
      await boris.page.getByText(boris.words('chat.otherLanguages')).click();
    await boris.enter(boris.topic('music', lang));
  };
  const people = (of: PageUser) => of.page.getByRole('complementary', { name: of.words('chat.people') });

  test('in a room both see people, typing, messages, replies, edits and deletions', async () => {
    await meet();
    await people(anna).getByText(boris.name).waitFor();
    await people(boris).getByText(anna.name).waitFor();
    // The third person is Clara.
    for (const one of [anna, boris]) await one.fact(one.counted('chat.here', 3)).waitFor();

    await anna.field.pressSequentially('Good evening');
    await anna.page.reload();
    await expect.poll(() => anna.field.inputValue()).toBe('Good evening');
    await anna.field.press('End');
    await anna.field.pressSequentially('!');
    await boris.page.getByText(boris.words('chat.typing_one', { name: anna.name })).waitFor();
    await anna.field.press('Enter');
    await boris.said('Good evening').waitFor();

    await boris.more('Good evening');
    await boris.button('chat.reply').click();
    await boris.say('And to you');
    await anna.said('And to you').getByRole('button', { name: 'Good evening' }).waitFor();

    await anna.more('And to you');
    await anna.button('chat.react', { text: '🔥' }).click();
    await boris.said('And to you').getByRole('button', { name: '🔥 1', pressed: false }).click();
    await anna.said('And to you').getByRole('button', { name: '🔥 2', pressed: true }).click();
    await boris.said('And to you').getByRole('button', { name: '🔥 1', pressed: true }).waitFor();
    await anna.said('And to you').getByRole('button', { name: '🔥 1', pressed: false }).waitFor();

    await boris.said('And to you').locator('.said').click({ button: 'right' });
    await boris.button('chat.edit').click();
    const change = boris.page.getByRole('textbox', { name: boris.words('chat.editing') });
    await change.fill('And to you all');
    await change.press('Enter');
    await anna.said('And to you all').getByText(anna.words('chat.edited')).waitFor();

    await anna.more('Good evening');
    await anna.button('chat.delete').click();
    await anna.button('chat.undo').waitFor();
    // Leaving the page sends the deletion at once.
    await anna.page.reload();
    // The message itself, and the reply to it.
    await expect.poll(() => boris.page.getByRole('log').getByText(boris.words('chat.deleted')).count()).toBe(2);
    expect(await boris.texts()).toEqual(['And to you all']);
  });

  test('a private conversation counts unread messages, marks the first, shows what was delivered and seen, and survives a reload', async () => {
    await meet();
    await people(boris).getByText(anna.name).click();
    await boris.button('chat.converse').click();
    await boris.isIn(boris.inLobby(anna.name));
    await acceptConversations(service.brand(host.split('.')[0]!));
    await boris.say('Between us');
    const link = anna.inLobby(boris.name);
    await link.getByText(anna.counted('chat.unread', 1)).waitFor();
    await boris.say('And nobody else');
    await link.getByText(anna.counted('chat.unread', 2)).click();
    await anna.say('I hear you');
    await boris.said('I hear you').waitFor();
    expect(await link.locator('.badge').count()).toBe(0);
    await mark(anna, 'seen').waitFor();

    await anna.enter(anna.topic('lounge'));
    await boris.say('Are you there?');
    await mark(boris, 'delivered').waitFor();
    await link.getByText(anna.counted('chat.unread', 1)).click();
    await anna.said('Are you there?').waitFor();
    const line = anna.page.getByText(anna.words('chat.new'), { exact: true });
    expect(await line.locator('..').innerText()).toContain('Are you there?');
    await mark(boris, 'seen').waitFor();

    await anna.button('chat.account').click();
    const showSeen = anna.page.getByRole('checkbox', { name: anna.words('account.showSeen') });
    await showSeen.uncheck();
    await anna.enter(link);
    await boris.say('Unseen');
    await anna.said('Unseen').waitFor();
    await mark(boris, 'delivered').waitFor();

    const said = ['Between us', 'And nobody else', 'I hear you', 'Are you there?', 'Unseen'];
    for (const one of [anna, boris]) {
      await one.page.reload();
      await one.said('Unseen').waitFor();
      expect(await one.texts()).toEqual(said);
    }
    await anna.moreOfRoom(boris.name);
    await anna.button('chat.remove').click();
    await expect.poll(() => link.count()).toBe(0);
  });

  const mark = (of: PageUser, key: 'delivered' | 'seen') =>
    of.page.getByRole('log').getByText(of.words(`chat.${key}`), { exact: true });

  test('partners find each other, see what the other looks for, talk, and go on to the next partner with one click', async () => {
    for (const [one, iAm, lookFor, tags] of [
      [anna, 'woman', 'anyone', '#Music, chess'],
      [boris, 'couple', 'woman', 'cooking,music,'],
    ] as const) {
      await one.button('partner.title').click();
      const choice = (key: string) => one.page.getByRole('group', { name: one.words(key), exact: true });
      await choice('partner.iAm')
        .getByText(one.words(`partner.${iAm}`))
        .click();
      await choice('partner.lookFor')
        .getByText(one.words(`partner.${lookFor}`))
        .click();
      await one.page.getByRole('textbox', { name: one.words('partner.tags') }).fill(tags);
      await one.page.getByRole('combobox', { name: one.words('partner.age') }).selectOption('35');
      await choice('partner.ages').getByText('35–44').click();
      await one.page
        .getByRole('combobox', { name: one.words('partner.language') })
        .selectOption({ label: ownName(lang) });
      await one.button('partner.start').click();
      if (one === anna) await anna.page.getByText(anna.words('partner.waitingText')).waitFor();
    }
    await anna.say('Hello, stranger');
    await boris.said('Hello, stranger').waitFor();
    const bar = boris.page.locator('.partner');
    expect(await bar.locator('p').innerText()).toContain(
      `${boris.words('partner.woman')} · ${boris.words('partner.looksFor', { text: boris.words('partner.anyone') })}`,
    );
    expect(await bar.locator('bdi').allTextContents()).toEqual(['music', 'chess']);
    expect(await bar.locator('[data-common=true]').allTextContents()).toEqual(['music']);
    // The page knows its search from the room.
    await anna.page.reload();
    await anna.button('partner.next').click();
    await anna.page.getByText(anna.words('partner.waitingText')).waitFor();
    await boris.page.getByText(boris.words('chat.ended', { name: anna.name })).waitFor();
    await boris.button('partner.again').waitFor();
    expect(await boris.field.count()).toBe(0);
    await clara.ask('seek', { lang, iAm: 'man', lookFor: 'woman', age: 35, ages: [35], tags: [] });
    await anna.fact(anna.words('chat.online')).waitFor();
    await anna.button('chat.leave').click();
    await anna.page.getByText(anna.words('partner.left')).waitFor();
  });
});
