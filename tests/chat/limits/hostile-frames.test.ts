import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { SIGNAL_MAX } from '../../../src/contract/chat/call-protocol.ts';
import { TEXT_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import { forms } from '../../../src/contract/forms.ts';
import {
  areOpen,
  expectRefused,
  type TestUser,
  chatEntry,
  sendFrame,
} from '../../support/service/chat/chat-test-user.ts';
import { databases, newPerson, testService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
const FRAME_MAX_BYTES = 16_384;

/** Frames that close their connection. */
const frames: [what: string, frame: string | Buffer][] = [
  ['a frame of over 16 kB', `42["send",${JSON.stringify('x'.repeat(FRAME_MAX_BYTES))}]`],
  ['a binary frame', Buffer.alloc(100)],
  ['a binary frame of over 16 kB', Buffer.alloc(FRAME_MAX_BYTES + 1)],
  ['no JSON', '42{"send"'],
  ['no event', '42{}'],
  ['an event without a name', '42[]'],
  ['an event whose name is an object', '42[{"toString":"send"}]'],
  ['an event of the library', '42["disconnect",{}]'],
  ['an unknown kind of packet', '49["send",{}]'],
  ['a packet that is none', 'x'],
  ['a namespace that was not entered', '42/admin,["heads",{}]'],
  ['a second beginning', '40'],
  ['more attachments than there is memory', '459999999-["send",{"_placeholder":true,"num":0}]'],
];

/** Requests without a callback, or with another value in its place. */
const unanswered = [
  '42["heads"]',
  '42["heads",{}]',
  '42["heads",{},"no function"]',
  '42["heads",{},{},[],null]',
  '42[7,{}]',
  '42["no such thing",{}]',
  '43["nothing"]',
  '4399["nothing"]',
];

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room);
  let anna: TestUser;
  beforeAll(async () => {
    anna = await arrive();
  });

  test.each(frames)('%s closes the connection of its sender only', async (_, frame) => {
    const eve = await arrive();
    sendFrame(eve.socket, frame);
    await expect.poll(() => areOpen(eve)).toEqual([false]);
    expect(await anna.ask('heads', {})).toHaveProperty([room]);
  });

  test('a request that waits for no answer, or cannot be answered, does no harm', async () => {
    const eve = await arrive();
    for (const frame of unanswered) sendFrame(eve.socket, frame);
    expect(await eve.ask('heads', {})).toHaveProperty([room]);
  });

  test('unknown requests and invalid bodies are refused', async () => {
    const eve = await arrive();
    const inherited = ['toString', '__proto__', 'constructor', 'hasOwnProperty', 'valueOf'];
    const names = [...inherited, '', 'deliver', 'ban', 'connection', 'x'.repeat(9999)];
    const bodies = [null, 1, 'text', [], [{}], { room: 1 }, { room: [room] }, { room: 'a\0b' }, Buffer.alloc(9)];
    await expectRefused(eve, 'body', [
      ...names.map((name): [string, unknown] => [name, {}]),
      ...bodies.flatMap((body): [string, unknown][] => [
        ['lobby', body],
        ['enter', body],
      ]),
    ]);
  });

  test('invalid ids, devices and signals of calls are refused', async () => {
    const eve = await arrive();
    const right = { call: randomUUID(), device: randomUUID() };
    const wrong = [
      {},
      { ...right, more: 1 },
      { ...right, call: 'none' },
      { ...right, device: null },
      { call: right.call },
    ];
    const more = { call: { room, video: false }, hangUp: { failed: false }, signal: { signal: '' } };
    const all = { answerCall: {}, resumeCall: {}, relays: {}, ...more };
    await expectRefused(eve, 'body', [
      ...Object.entries(all).flatMap(([name, rest]) =>
        wrong.map((body): [string, unknown] => [name, { ...rest, ...body }]),
      ),
      ...Object.keys(more).map((name): [string, unknown] => [name, right]),
      ['call', { ...right, room: 'a\0b', video: false }],
      ['call', { ...right, room, video: 'on' }],
      ['signal', { ...right, signal: {} }],
      ['signal', { ...right, signal: 'x'.repeat(SIGNAL_MAX + 1) }],
    ]);
  });

  test('texts have readable characters and a limited length', async () => {
    const eve = await arrive();
    const { seq } = await eve.say(room, 'Mine');
    const nothing = [
      '',
      ' \n\t ',
      '\u0000\u0007\u001B',
      '\u202E\u2066\u200F',
      '\u0085\u009F',
      '\u200B\uFEFF',
      '\u3164',
    ];
    const tooLong = ['x'.repeat(TEXT_MAX + 1), 'é'.repeat(TEXT_MAX + 1), '😀'.repeat(TEXT_MAX + 1)];
    const id = randomUUID();
    await expectRefused(eve, 'body', [
      ...[...nothing, ...tooLong].map((text): [string, unknown] => ['edit', { room, seq, text }]),
      ...[...nothing, ...tooLong, null, 1, {}, ['x']].map((text): [string, unknown] => ['send', { room, id, text }]),
      ...['', '1', 'not-a-uuid', `${id}0`, null, 5].map((wrong): [string, unknown] => [
        'send',
        { room, id: wrong, text: 'x' },
      ]),
    ]);
    const markup = "<img src=x onerror=alert(1)> ${7*7} {{name}} ' or 1=1 --";
    const allowed: [sent: string, stored: string][] = [
      ['  a\u0000b\u001Bc\r\nd\u202E e\u2069  ', 'abc\nd e'],
      ['\uD800 half a pair', '\uFFFD half a pair'],
      ['e\u0301', '\u00E9'],
      [markup, markup],
      [`a${'\n'.repeat(1990)}b`, 'a\n\nb'],
      [`a${'\u0330'.repeat(999)}b`, `a${'\u0330'.repeat(5)}b`],
      ['😀'.repeat(TEXT_MAX), '😀'.repeat(TEXT_MAX)],
    ];
    for (const [sent] of allowed) await eve.say(room, sent);
    const stored = allowed.map(([, text]) => text);
    await expect.poll(() => anna.heard(room).slice(-stored.length)).toEqual(stored);
    const { messages } = await anna.ask('before', { room, seq: 1_000_000 });
    expect(messages.slice(-stored.length).map(({ text }) => text)).toEqual(stored);
  });

  test('names with markup, or with letters of two alphabets, are no nicknames', async () => {
    const names = [
      '<b>Anna</b>',
      'Anna&amp;',
      '"Anna"',
      'An\u202Ena',
      'An\u200Bna',
      'Anna😀',
      '@Anna',
      '\u0410nna',
      '{{name}}',
    ];
    for (const nickname of names) {
      const refused = await service.visitor().post(forms.registration.action, { ...newPerson({ nickname }) });
      expect(refused.json(), nickname).toEqual({ errors: { nickname: 'nicknameLetters' } });
    }
  });
});
