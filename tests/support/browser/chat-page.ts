import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterEach, expect } from 'vitest';

import { wordsOf } from '../dist.ts';
import type { TestService } from '../service/test-service.ts';
import type { Visitor } from '../service/visitor.ts';
import { localCookies } from './local-cookies.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const SCREEN = { viewport: { width: 1280, height: 800 } };

interface Arrival {
  host?: string;
  lang?: string;
  device?: BrowserContextOptions;
  /** Port that the browser connects to, such as that of a proxy; the port of the service if missing. */
  port?: number;
}

/** A user of the chat in a browser context of their own, with the translations of a language. */
export class PageUser {
  readonly page: Page;
  readonly name: string;
  /** HTTP client with the session of the browser. */
  readonly visitor: Visitor;
  readonly lang: string;
  readonly words: ReturnType<typeof wordsOf>;
  readonly address: string;
  /** Console errors and uncaught exceptions. */
  readonly wrong: string[] = [];

  constructor(page: Page, name: string, visitor: Visitor, lang: string, address: string) {
    this.page = page;
    this.name = name;
    this.visitor = visitor;
    this.lang = lang;
    this.words = wordsOf(lang);
    this.address = address;
    page.on('console', (message) => message.type() === 'error' && this.wrong.push(message.text()));
    page.on('pageerror', (error) => this.wrong.push(String(error)));
  }

  /** A button with a translated label. */
  button(key: string, values?: Record<string, string>): Locator {
    return this.page.getByRole('button', { name: this.words(key, values), exact: true });
  }

  /** A translation with the plural form of a number. */
  counted(key: string, count: number): string {
    const form = new Intl.PluralRules(this.lang).select(count);
    return this.words(`${key}_${form}`, { count: `${count}` });
  }

  /** A room or a person in the lobby. */
  inLobby(name: string): Locator {
    return this.page.getByRole('navigation').getByRole('button', { name }).first();
  }

  /** A public room of the page's language, or of another language. */
  topic(topic: string, lang?: string): Locator {
    const name = this.words(`topics.${topic}`);
    if (!lang) return this.inLobby(name);
    return this.page.locator(`.lobby div:has(> h3[lang=${lang}])`).getByRole('button', { name });
  }

  /** Opens a room from the lobby, and waits until the lobby marks the room as current. */
  async enter(link: Locator): Promise<void> {
    await link.click();
    await this.isIn(link);
  }

  async isIn(link: Locator): Promise<void> {
    await link.and(this.page.locator('[aria-current=true]')).waitFor();
  }

  get field(): Locator {
    // The frame of the page has one, too, until its scripts have arrived.
    return this.page.locator('.composer').getByRole('textbox', { name: this.words('chat.write') });
  }

  async say(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  said(text: string): Locator {
    const own = this.page.locator('.said', { hasText: text });
    return this.page.getByRole('log').getByRole('article').filter({ has: own });
  }

  /** A message that the service has stored. */
  stored(text: string): Locator {
    return this.said(text).and(this.page.locator('[data-seq]'));
  }

  /** Opens the menu of a message. */
  async more(text: string): Promise<void> {
    const [button, menu] = [this.said(text).locator('.more'), this.page.locator('dialog.menu:popover-open')];
    await button.click();
    // A message that arrives in the middle of a click moves the button away from the pointer.
    // A click on the button of an open menu closes it, and its code may load first: hence the wait.
    await menu.waitFor({ timeout: 5000 }).catch(async () => {
      await button.click();
      await menu.waitFor();
    });
  }

  /** Opens the menu of the room. */
  async moreOfRoom(name: string): Promise<void> {
    await this.button('chat.more', { name }).click();
  }

  /** A text in the header of the open room. */
  fact(text: string): Locator {
    return this.page.locator('.main > .head').getByText(text, { exact: true });
  }

  /** Texts of the messages in the page, in order. */
  texts(): Promise<string[]> {
    return this.page.getByRole('log').locator('.said').allTextContents();
  }

  /** Number of unsent messages in the outbox of the browser. */
  kept(): Promise<number> {
    return this.page.evaluate(
      () =>
        new Promise<number>((done) => {
          indexedDB.open('chat').onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest;
            result.transaction('outbox').objectStore('outbox').count().onsuccess = (event) => {
              done((event.target as IDBRequest<number>).result);
              result.close();
            };
          };
        }),
    );
  }
}

/** Opens the chat for a new person, who is signed in. */
export async function arrive(browser: Browser, service: TestService, arrival: Arrival = {}): Promise<PageUser> {
  const { host = 'amber.example', lang = 'en', device = SCREEN, port = service.port } = arrival;
  const { visitor, person } = await service.addUser({}, host);
  const context = await browser.newContext({ locale: lang, reducedMotion: 'reduce', ...device });
  await context.addCookies(localCookies(visitor));
  const address = `http://${host}.localhost:${port}/chat`;
  const user = new PageUser(await context.newPage(), person.nickname, visitor, lang, address);
  await user.page.goto(address);
  await user.topic('lounge').waitFor();
  return user;
}

/** A test of the suite fails if a page of these people met an error. The error of a failed test ends with what their pages show. */
export function failOnErrors(people: () => PageUser[]): void {
  afterEach(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (!error) return expect(people().flatMap(({ wrong }) => wrong)).toEqual([]);
    const shown = people().map(async ({ page, wrong }) => [
      await page.locator('body').ariaSnapshot().catch(String),
      ...wrong,
    ]);
    error.message += (await Promise.all(shown)).flat().join('\n');
  });
}
