import type { Locator, Page } from 'playwright';

import { scriptStarted } from './script-started.ts';

/** The page of a block, as an editor uses it. */
export class BlockPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(origin: string, name: string, block: string, kind = 'document'): Promise<void> {
    const query = new URLSearchParams({ kind, scope: 'shared', name, block });
    await this.page.goto(`${origin}/block?${query.toString()}`, { waitUntil: 'commit' });
    await scriptStarted(this.page);
  }

  /** Leaves the preview empty: the server renders a page for it each time. */
  async withoutPreview(): Promise<void> {
    await this.page.route('**/preview?*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await this.page.route('**/api/preview', (route) => route.fulfill({ json: { html: '' } }));
  }

  panel(lang: string): Locator {
    return this.page.locator(`.panel[data-lang="${lang}"]`);
  }

  field(lang: string): Locator {
    return this.panel(lang).getByRole('textbox');
  }

  /** Types at the end of a field. */
  async type(lang: string, text: string): Promise<void> {
    await this.field(lang).focus();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.insertText(text);
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits for a message. */
  async sees(message: string | RegExp): Promise<void> {
    await this.page.locator('#status').filter({ hasText: message }).waitFor();
  }
}
