import { expect } from 'vitest';

import { SOCKET_PATH } from '../../../src/contract/api-paths.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const service = testService(anyDatabase);
const browser = suiteBrowser();

testWith('chromium')('the policy of the chat lets a page open a socket to its own host, and to no other', async () => {
  const page = await browser().newPage();
  const own = `amber.example.localhost:${service.port}`;
  await page.goto(`http://${own}${routes.chat.path}`);
  const open = (host: string): Promise<string> =>
    page.evaluate(
      (url) =>
        new Promise<string>((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), {
            once: true,
          });
          const socket = new WebSocket(url);
          socket.addEventListener('open', () => done('open'));
          socket.addEventListener('close', ({ code }) => done(String(code)));
        }),
      `ws://${host}${SOCKET_PATH}/?EIO=4&transport=websocket`,
    );
  expect(await open(own)).toBe('open');
  expect(await open(`ru.${own}`)).toBe('connect-src');
  expect(await open(own.replace(/:\d+/, ':1'))).toBe('connect-src');
  await page.close();
});
