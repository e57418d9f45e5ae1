import { beforeEach, expect, test, vi } from 'vitest';

import type { ChatOutcome } from './chat-client-types.ts';
import { createDelayedDeletions } from './delayed-deletions.ts';

const send = vi.fn<(room: string, seq: number) => Promise<ChatOutcome>>();
const onChange = vi.fn<(room: string) => void>();
let deletions: ReturnType<typeof createDelayedDeletions>;

beforeEach(() => {
  vi.resetAllMocks();
  deletions = createDelayedDeletions(send, onChange);
});

test('a deletion hides its message at once, and is sent once', async () => {
  const deletion = deletions.start('lounge', 3);
  expect(deletions.includes('lounge', 3)).toBe(true);
  expect(send).not.toHaveBeenCalled();
  await Promise.all([deletion.send(), deletion.send()]);
  deletions.sendAll();
  deletion.undo();
  expect(send).toHaveBeenCalledExactlyOnceWith('lounge', 3);
  expect(deletions.includes('lounge', 3)).toBe(true);
});

test('a deletion that was undone shows the message again, and is never sent', async () => {
  const deletion = deletions.start('lounge', 3);
  deletion.undo();
  await deletion.settled;
  await deletion.send();
  deletions.sendAll();
  expect(send).not.toHaveBeenCalled();
  expect(deletions.includes('lounge', 3)).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('a page that closes sends all deletions', async () => {
  const deletion = deletions.start('lounge', 3);
  deletions.start('music', 4);
  deletions.sendAll();
  expect(send.mock.calls).toEqual([
    ['lounge', 3],
    ['music', 4],
  ]);
  await deletion.settled;
});

test('a refused deletion shows the message again', async () => {
  send.mockResolvedValue('lost');
  expect(await deletions.start('lounge', 3).send()).toBe('lost');
  expect(deletions.includes('lounge', 3)).toBe(false);
});
