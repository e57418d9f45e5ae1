import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright';

import { formElementId } from '../../../src/contract/element-ids.ts';
import { wordsOf } from '../dist.ts';
import type { TestService } from '../service/test-service.ts';
import type { Visitor } from '../service/visitor.ts';
import { localCookies } from './local-cookies.ts';

const words = wordsOf('en');
export const HOST = 'amber.example';

export const addressOf = (path: string, { port }: TestService, host = HOST): string =>
  `http://${host}.localhost:${port}${path}`;

/** Opens a browser context with the cookies of a visitor. */
async function signedIn(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en' });
  await context.addCookies(localCookies(visitor));
  return context;
}

/** Opens the account panel of the chat. */
export async function toAccount(page: Page, service: TestService): Promise<void> {
  await page.goto(addressOf('/chat', service));
  await page.getByRole('button', { name: words('chat.account'), exact: true }).click();
  await page.getByRole('heading', { name: words('account.passkeys') }).click();
}

/** Opens the page to sign in, without a session: that page leads a signed-in person on to the chat. */
export async function toLogin(page: Page, service: TestService, host = HOST): Promise<void> {
  await page.context().clearCookies({ name: /^local-(session|short)$/ });
  await page.goto(addressOf('/login', service, host));
}

/** Adds a passkey in the account panel. */
export async function addPasskey(page: Page, password: string): Promise<void> {
  await page.locator(`#${formElementId('newPasskey', 'password')}`).fill(password);
  await page.getByRole('button', { name: words('account.addPasskey'), exact: true }).click();
}

/**
 * Adds a virtual authenticator to a page. Its user is always present and verified.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Registers a user, and opens the account panel in a browser context with a virtual authenticator. */
export async function openAccountPanel(browser: Browser, service: TestService) {
  const { visitor, person } = await service.addUser();
  const context = await signedIn(browser, visitor);
  const page = await context.newPage();
  const authenticator = await withAuthenticator(page);
  await toAccount(page, service);
  return { visitor, person, context, page, ...authenticator };
}

/** The same, and adds a passkey. */
export async function openWithPasskey(browser: Browser, service: TestService) {
  const panel = await openAccountPanel(browser, service);
  await addPasskey(panel.page, panel.person.password);
  await removeButton(panel.page).waitFor();
  return panel;
}

/** The button that removes the only passkey. */
export const removeButton = (page: Page): Locator =>
  page.getByRole('button', { name: words('account.removePasskey', { device: 'Chrome, Linux' }) });
