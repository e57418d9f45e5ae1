import { expect } from 'vitest';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import { arrive, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const words = wordsOf('en');

const service = testService(anyDatabase);
const browser = suiteBrowser();

interface SlowPage {
  anna: PageUser;
  /** Holds the requests of one type from now on. */
  hold: (type: string) => { isHeld: Promise<void>; release: () => void };
}

/** Opens the chat for a new user whose requests can be held on their way. */
async function arriveSlowly(): Promise<SlowPage> {
  const anna = await arrive(browser(), service);
  let delay = (_frame: string | Buffer): Promise<void> | undefined => undefined;
  await anna.page.routeWebSocket(
    ({ pathname }) => pathname.startsWith(SOCKET_PATH),
    (socket) => {
      const server = socket.connectToServer();
      socket.onMessage(async (frame) => {
        await delay(frame);
        server.send(frame);
      });
    },
  );
  await anna.page.reload();
  const hold: SlowPage['hold'] = (type) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const isHeld = new Promise<void>((done) => {
      delay = (frame) => {
        if (!`${frame}`.includes(`"${type}"`)) return undefined;
        done();
        return released;
      };
    });
    return { isHeld, release };
  };
  return { anna, hold };
}

/** A user who has written to a public room. */
async function writer(text: string): Promise<TestUser> {
  const ben = await enterChat((await service.addUser()).visitor);
  await ben.ask('enter', { room: 'en.lounge' });
  await ben.say('en.lounge', text);
  return ben;
}

/** Ends both users. The page must have reported no error. */
async function end({ page, wrong }: PageUser, ben: TestUser): Promise<void> {
  expect(wrong).toEqual([]);
  ben.socket.disconnect();
  await page.context().close();
}

test('a room that the user opens before an earlier one is left stays open', async () => {
  const ben = await writer('Good evening');
  const { anna, hold } = await arriveSlowly();
  await anna.enter(anna.topic('music'));
  const leave = hold('leave');
  await anna.moreOfRoom(words('topics.music'));
  await anna.button('chat.leaveRoom').click();
  await leave.isHeld;
  await anna.enter(anna.topic('lounge'));
  leave.release();
  await anna.topic('music').getByText(words('chat.nobodyHere')).waitFor();
  await ben.say('en.lounge', 'Do you stay?');
  await anna.said('Do you stay?').waitFor();
  await end(anna, ben);
});

test('text that is written before a private conversation opens goes nowhere', async () => {
  const ben = await writer('Write to me');
  const { anna, hold } = await arriveSlowly();
  await anna.enter(anna.topic('lounge'));
  const converse = hold('converse');
  await anna.more('Write to me');
  await anna.button('chat.converse').click();
  await converse.isHeld;
  expect(await anna.button('chat.converse').getAttribute('aria-disabled')).toBe('true');
  await anna.page.keyboard.type('Only for you');
  await anna.page.keyboard.press('Enter');
  converse.release();
  await anna.isIn(anna.inLobby(ben.me.name));
  expect(await anna.page.locator('dialog.menu').count()).toBe(0);
  await anna.say('Good evening, Ben');
  await anna.said('Good evening, Ben').waitFor();
  expect(ben.heard('en.lounge')).toEqual(['Write to me']);
  await end(anna, ben);
});

test('a user who closes the menu before a private conversation opens stays in the room', async () => {
  const ben = await writer('Write to me too');
  const { anna, hold } = await arriveSlowly();
  await anna.enter(anna.topic('lounge'));
  const converse = hold('converse');
  await anna.more('Write to me too');
  await anna.button('chat.converse').click();
  await converse.isHeld;
  await anna.page.keyboard.press('Escape');
  converse.release();
  await anna.inLobby(ben.me.name).waitFor();
  await anna.isIn(anna.topic('lounge'));
  await anna.say('Still here');
  await expect.poll(() => ben.heard('en.lounge')).toEqual(['Write to me too', 'Still here']);
  await end(anna, ben);
});

test('words that are written while an edit is saved stay', async () => {
  const ben = await writer('Hello');
  const { anna, hold } = await arriveSlowly();
  await anna.enter(anna.topic('lounge'));
  await anna.say('First');
  await anna.stored('First').waitFor();
  const field = anna.page.locator('#chat-text');
  await field.press('ArrowUp');
  await field.fill('First and second');
  const edit = hold('edit');
  await field.press('Enter');
  await edit.isHeld;
  await anna.page.keyboard.type(' and third');
  edit.release();
  await expect.poll(() => ben.heard('en.lounge')).toContain('First and second');
  await anna.said('First and second').waitFor();
  expect(await field.inputValue()).toBe('First and second and third');
  await field.press('Enter');
  await anna.said('First and second and third').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await end(anna, ben);
});
