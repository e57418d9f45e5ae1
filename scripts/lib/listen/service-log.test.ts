import { expect, test } from 'vitest';

import { serviceLog } from './service-log.ts';

test('a terminal shows sentences, with the facts of an entry behind them', () => {
  const lines: string[] = [];
  const log = serviceLog(true, (line: string) => void lines.push(line));
  log.warn('TURN_URLS is not set: calls are off');
  log.info({ route: '/api/forms/login', status: 422 }, 'request');
  expect(lines).toEqual(['TURN_URLS is not set: calls are off', 'request (route: /api/forms/login, status: 422)']);
});
