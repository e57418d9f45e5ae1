import { expect, test } from 'vitest';

import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import { previewOf } from '../../../../contract/chat/message-preview.ts';
import { deletesLast, lastAfter } from './facts-after-changes.ts';

const message = (seq: number, text: string | null, more: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  position: seq,
  id: String(seq),
  sender: { id: 'other', name: 'Other' },
  at: seq * 1000,
  text,
  edited: false,
  replyTo: null,
  reactions: {},
  ...more,
});
const one = previewOf(message(1, 'One'), 'me');

test('a preview has the first characters of a text on one line', () => {
  const { text } = previewOf(message(1, `Hello,\n\nyou! ${'😀'.repeat(100)}`), 'me');
  expect(text).toBe(`Hello, you! ${'😀'.repeat(68)}`);
});

test('the preview follows new messages and edits, whichever arrives first', () => {
  const two = message(2, 'Two', { sender: { id: 'me', name: 'Me' } });
  expect(lastAfter(undefined, [message(1, 'One'), two], 'me')).toMatchObject({ text: 'Two', isOwn: true, at: 2000 });
  expect(lastAfter(one, [message(1, 'Once', { position: 3 })], 'me')?.text).toBe('Once');
  const edited = lastAfter(one, [message(1, 'Once', { position: 5 })], 'me');
  expect(lastAfter(edited, [message(1, 'On', { position: 4 })], 'me')).toBe(edited);
  expect(lastAfter(previewOf(two, 'me'), [message(1, 'Once', { position: 3 })], 'me')?.text).toBe('Two');
});

test('the record of a call has no text', () => {
  const call = { end: 'missed', seconds: 0, video: true } as const;
  expect(lastAfter(one, [message(2, '', { call })], 'me')).toMatchObject({ seq: 2, text: '', call });
});

test('after the deletion of the last message the preview is unknown; other deletions do not matter', () => {
  const two = previewOf(message(2, 'Two'), 'me');
  expect(lastAfter(two, [message(2, null, { position: 3 })], 'me')).toBeUndefined();
  expect(deletesLast(two, [message(2, null, { position: 3 })])).toBe(true);
  expect(lastAfter(two, [message(1, null, { position: 3 })], 'me')).toBe(two);
  expect(deletesLast(two, [message(1, null, { position: 3 })])).toBe(false);
});
