import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { launchChromium } from '../../scripts/chromium.ts';
import { ownName } from '../../src/i18n/languages.ts';
import { testService } from '../support/accounts.ts';
import { arrive, type Somebody } from '../support/chat-page.ts';
import { enterChat, type Guest } from '../support/chat.ts';
import { programs, testWith } from '../support/programs.ts';

const test = testWith('chromium');

let browser: Browser;
beforeAll(async () => {
  if (programs.chromium) browser = await launchChromium(programs.chromium);
});
afterAll(() => browser?.close());

const visits = [
  ['PGlite', ['velvet.example', 'de'], ['ru.velvet.example', 'ru']],
  ['PostgreSQL', ['satin.example', 'en'], ['ru.satin.example', 'ru']],
] as const;

describe.each(visits)('on %s, %s and %s', (database, [host, lang], [otherHost, otherLang]) => {
  const service = testService(database);
  const room = `${lang}.music`;
  let anna: Somebody;
  let boris: Somebody;
  /** Whoever hears what she says has heard all that was said before. */
  let clara: Guest;

  beforeAll(async () => {
    if (!programs.chromium) return;
    [anna, boris] = await Promise.all([
      arrive(browser, service, { host, lang }),
      arrive(browser, service, { host: otherHost, lang: otherLang }),
    ]);
    clara = await enterChat((await service.join({}, host)).visitor);
    await clara.ask('enter', { room });
  });

  afterAll(async () => {
    clara?.socket.disconnect();
    for (const one of [anna, boris]) await one?.page.context().close();
    expect([anna, boris].flatMap((one) => one?.wrong ?? [])).toEqual([]);
  });

  const meet = async (): Promise<void> => {
    await anna.enter(anna.topic('music'));
    if (await boris.topic('music', lang).isHidden())
      await boris.page.getByText(boris.words('chat.otherLanguages')).click();
    await boris.enter(boris.topic('music', lang));
  };
  const people = (of: Somebody) => of.page.getByRole('complementary', { name: of.words('chat.people') });

  test('in a room both see who is there, who types, and what is said, answered, changed and taken away', async () => {
    await meet();
    await people(anna).getByText(boris.name).waitFor();
    await people(boris).getByText(anna.name).waitFor();

    await anna.field.pressSequentially('Good evening');
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

    await boris.more('And to you');
    await boris.button('chat.edit').click();
    const change = boris.page.getByRole('textbox', { name: boris.words('chat.editing') });
    await change.fill('And to you all');
    await change.press('Enter');
    await anna.said('And to you all').getByText(anna.words('chat.edited')).waitFor();

    await anna.more('Good evening');
    await anna.button('chat.delete').click();
    // The message itself, and what answers it.
    await expect.poll(() => boris.page.getByRole('log').getByText(boris.words('chat.deleted')).count()).toBe(2);
    expect(await boris.texts()).toEqual(['And to you all']);
  });

  test('a conversation of two counts what is unread, draws a line above it, and outlives a reload', async () => {
    await meet();
    await people(boris).getByText(anna.name).click();
    await boris.button('chat.converse').click();
    await boris.isIn(boris.inLobby(anna.name));
    await boris.say('Between us');
    const link = anna.inLobby(boris.name);
    await link.getByText(anna.words('chat.unread_one', { count: '1' })).waitFor();
    await boris.say('And nobody else');
    await link.getByText(anna.words('chat.unread_other', { count: '2' })).click();
    await anna.say('I hear you');
    await boris.said('I hear you').waitFor();
    expect(await link.textContent()).not.toContain(anna.words('chat.unread_one', { count: '' }));

    await anna.enter(anna.topic('lounge'));
    await boris.say('Are you there?');
    await link.getByText(anna.words('chat.unread_one', { count: '1' })).click();
    await anna.said('Are you there?').waitFor();
    const line = anna.page.getByText(anna.words('chat.new'), { exact: true });
    expect(await line.locator('..').innerText()).toContain('Are you there?');

    const said = ['Between us', 'And nobody else', 'I hear you', 'Are you there?'];
    for (const one of [anna, boris]) {
      await one.page.reload();
      await one.said('Are you there?').waitFor();
      expect(await one.texts()).toEqual(said);
    }
  });

  test('a report takes along what was seen', async () => {
    await meet();
    await boris.say('Something bad');
    await anna.more('Something bad');
    await anna.button('chat.report').click();
    const dialog = anna.page.getByRole('dialog', { name: anna.words('report.title', { name: boris.name }) });
    await dialog.getByLabel(anna.words('report.threat')).check();
    await dialog.getByLabel(anna.words('report.note')).fill('Look at this');
    await dialog.getByRole('button', { name: anna.words('report.send') }).click();
    await anna.page.getByText(anna.words('report.thanks')).waitFor();
    const brand = service.brand(host.split('.').at(-2)!);
    const reports = await brand.db.selectFrom('report').selectAll().execute();
    expect(reports.map(({ reason, note }) => [reason, note])).toEqual([['threat', 'Look at this']]);
    expect(reports[0]!.shown).toMatchObject([
      { text: null, name: anna.name },
      { text: 'And to you all', name: boris.name },
      { text: 'Something bad', name: boris.name },
    ]);
  });

  test('whom somebody mutes they do not see, until they undo it', async () => {
    await meet();
    await anna.more('Something bad');
    await anna.button('chat.mute').click();
    await anna.page.getByText(anna.words('chat.muted', { name: boris.name })).waitFor();
    await boris.say('Does nobody hear me?');
    await boris.said('Does nobody hear me?').waitFor();
    await clara.say(room, 'I do');
    await anna.said('I do').waitFor();
    expect(await anna.texts()).toEqual(['I do']);
    await anna.button('chat.account').click();
    await anna.page.getByRole('button', { name: `${anna.words('chat.unmute')}: ${boris.name}` }).click();
    await anna.enter(anna.topic('music'));
    await anna.said('Does nobody hear me?').waitFor();
  });

  test('of two whom a block parts, nothing of one reaches the other, and both see how it stands', async () => {
    await meet();
    await anna.more('Something bad');
    await anna.button('chat.block').click();
    await anna.page
      .getByRole('dialog')
      .getByRole('button', { name: anna.words('chat.block'), exact: true })
      .click();
    await expect.poll(() => anna.said('Something bad').count()).toBe(0);
    await anna.say('Boris must not read this');
    await boris.say('Nor Anna this');
    await boris.said('Nor Anna this').waitFor();
    await clara.say(room, 'But both this');
    for (const one of [anna, boris]) await one.said('But both this').waitFor();
    expect(await anna.texts()).not.toContain('Nor Anna this');
    expect(await boris.texts()).not.toContain('Boris must not read this');

    await anna.enter(anna.inLobby(boris.name));
    await anna.page.getByText(anna.words('chat.blocked', { name: boris.name })).waitFor();
    await boris.enter(boris.inLobby(anna.name));
    await boris.say('Why?');
    await boris.page.getByText(boris.words('chatErrors.blocked')).waitFor();
    await anna.button('chat.unblock').click();
    await boris.button('chat.again').click();
    await anna.said('Why?').waitFor();
  });

  test('partners find each other, talk, and the one who is left learns of it', async () => {
    for (const [one, iAm, lookFor] of [
      [anna, 'woman', 'anyone'],
      [boris, 'couple', 'woman'],
    ] as const) {
      await one.button('partner.title').click();
      const choice = (key: string) => one.page.getByRole('group', { name: one.words(key), exact: true });
      await choice('partner.iAm')
        .getByText(one.words(`partner.${iAm}`))
        .click();
      await choice('partner.lookFor')
        .getByText(one.words(`partner.${lookFor}`))
        .click();
      await one.page
        .getByRole('combobox', { name: one.words('partner.language') })
        .selectOption({ label: ownName(lang) });
      await one.button('partner.start').click();
      if (one === anna) await anna.page.getByText(anna.words('partner.waitingText')).waitFor();
    }
    await anna.say('Hello, stranger');
    await boris.said('Hello, stranger').waitFor();
    await anna.button('chat.leave').click();
    await anna.page.getByText(anna.words('partner.left')).waitFor();
    await boris.page.getByText(boris.words('chat.ended', { name: anna.name })).waitFor();
    await boris.button('partner.again').waitFor();
    expect(await boris.field.count()).toBe(0);
  });
});
