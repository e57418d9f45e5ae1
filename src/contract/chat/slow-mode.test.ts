import { expect, test } from 'vitest';

import type { RoomMode } from './chat-protocol.ts';
import { slowSecondsIn } from './slow-mode.ts';

const at = (mode: RoomMode | undefined): number => slowSecondsIn({ mode } as never, 1000);

test('slow mode ends by itself, and goes on where a closing has ended', () => {
  expect([at(undefined), at({ closed: true })]).toEqual([0, 0]);
  expect([at({ slowSeconds: 30 }), at({ slowSeconds: 30, until: 1001 })]).toEqual([30, 30]);
  expect([at({ slowSeconds: 30, until: 1000 }), at({ slowSeconds: 30, closed: true, until: 1000 })]).toEqual([0, 30]);
});
