import { expect, test } from 'vitest';

import { describeUserAgent } from './describe-user-agent.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
])('%s is %s', (userAgent, device) => {
  expect(describeUserAgent(userAgent)).toBe(device);
});

test('drops names of unknown programs', () => {
  for (const userAgent of ['', 'x', 'Secret name/1.0 (phone of Lena) more', 'a/b '.repeat(4000), '<b>/1 x'])
    expect(describeUserAgent(userAgent)).toBe('');
  expect(describeUserAgent('Secret/1.0 (Windows NT 10.0) more')).toBe('Windows');
});

test('parses a malicious header in less than a second', () => {
  const began = performance.now();
  for (const part of ['/', 'a/', '(', ';', ' ', 'safari ', 'version/', 'android '])
    describeUserAgent(`Mozilla/5.0 ${part.repeat(16_000 / part.length)}`);
  expect(performance.now() - began).toBeLessThan(1000);
});
