import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { TEXT_MAX } from '../../src/contract/chat/chat-protocol.ts';
import { EDITS_MAX } from '../../src/service/chat/messages/change-messages.ts';
import { rateLimits } from '../../src/service/request/rate-limits.ts';
import { type TestUser, chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';
const long = (number: number): string => `${number}${'😀'.repeat(TEXT_MAX - 2)}`;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room);

  test('the edits of a message are limited, so that a report can show each of its texts', async () => {
    const [anna, boris] = [await arrive(), await arrive()];
    const { seq } = await anna.say(room, 'Text 0');
    for (let number = 1; number <= EDITS_MAX; number += 1)
      await anna.ask('edit', { room, seq, text: `Text ${number}` });
    expect(await anna.refusal('edit', { room, seq, text: 'One too many' })).toBe('editedTooOften');
    await expect.poll(() => boris.heard(room).at(-1)).toBe(`Text ${EDITS_MAX}`);
    const shown = boris.changesOf(room).map(({ messages: [message] }) => [seq, message!.position] as [number, number]);
    await boris.ask('report', { room, person: anna.me.id, reason: 'spam', note: '', shown });
    const { shown: kept } = await service
      .brand('amber')
      .db.selectFrom('report')
      .select('shown')
      .executeTakeFirstOrThrow();
    const texts = (kept as unknown as { text: string }[]).map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: EDITS_MAX + 1 }, (_, number) => `Text ${number}`));
    await anna.ask('delete', { room, seq });
  });

  test('long texts of an account are counted in bytes, whether sent or edited', async () => {
    const most = Math.floor(rateLimits.longText.burst / Buffer.byteLength(long(10)));
    const sender = await arrive();
    const editor = await arrive();
    const { seq } = await editor.say(room, 'Short');
    const answers: (string | undefined)[][] = [[], []];
    for (let number = 10; number < 15 + most; number += 1) {
      answers[0]!.push(await sender.refusal('send', { room, id: randomUUID(), text: long(number) }));
      answers[1]!.push(await editor.refusal('edit', { room, seq, text: long(number) }));
    }
    for (const own of answers) {
      expect(own.slice(0, most)).toEqual(Array.from({ length: most }));
      expect(own).toContain('tooMany');
    }
    expect(await sender.refusal('send', { room, id: randomUUID(), text: 'Short texts are not' })).toBeUndefined();
  });
});
