import { expect } from 'vitest';

import { formElementId } from '../../../src/contract/element-ids.ts';
import { type FormId, forms } from '../../../src/contract/forms.ts';
import { wordsOf } from '../dist.ts';
import type { BrowserPage } from './browser-page.ts';

/** A visit with a browser: finds elements by what visitors see, and uses mouse and keyboard. */
export class BrowserVisit {
  readonly page: BrowserPage;
  readonly words: ReturnType<typeof wordsOf>;

  constructor(page: BrowserPage, lang: string) {
    this.page = page;
    this.words = wordsOf(lang);
  }

  /** Waits until the path of the page ends with a path. */
  async isAt(path: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => location.pathname).catch(() => ''))
      .toMatch(new RegExp(`${path}$`));
  }

  /** Waits until an element with a text is visible. */
  async sees(selector: string, text = ''): Promise<void> {
    await expect.poll(() => this.page.evaluate(pointOf, selector, text).catch(() => null)).not.toBeNull();
  }

  async seesNot(selector: string, text = ''): Promise<void> {
    await expect.poll(() => this.page.evaluate(pointOf, selector, text)).toBeNull();
  }

  /** Clicks the element with a name, and else the first that has the name in its text. */
  async click(selector: string, name = ''): Promise<void> {
    await this.sees(selector, name);
    const [x, y] = (await this.page.evaluate(pointOf, selector, name))!;
    await this.page.clickAt(x, y);
  }

  /** Clicks a button. @param key of its translation */
  async press(key: string, values?: Record<string, string>): Promise<void> {
    await this.click('button, a', this.words(key, values));
  }

  /** Clicks a field and types into it. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.page.evaluate((field) => {
      document.querySelector<HTMLInputElement>(field)!.value = '';
    }, selector);
    await this.page.type(text);
    await expect
      .poll(() => this.page.evaluate((field) => document.querySelector<HTMLInputElement>(field)!.value, selector))
      .toBe(text);
  }

  /** Fills a form and submits it. */
  async submit(form: FormId, values: Partial<Record<string, string>>): Promise<void> {
    for (const [name, { type }] of Object.entries(forms[form].fields)) {
      const [value, selector] = [values[name], `#${formElementId(form, name)}`];
      if (value === undefined) continue;
      if (type === 'checkbox') await this.click(selector);
      else if (type === 'date')
        // Every browser has a different date picker.
        await this.page.evaluate(
          (field, date) => {
            document.querySelector<HTMLInputElement>(field)!.value = date;
          },
          selector,
          value,
        );
      else await this.fill(selector, value);
    }
    await this.click(`form[action="${forms[form].action}"] button[type=submit]`);
  }
}

/** The middle of an element that a mouse can reach. Runs in the page: it may use nothing from outside. */
function pointOf(selector: string, name: string): [x: number, y: number] | null {
  const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();
  const elements = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const found =
    elements.find((element) => nameOf(element) === name) ?? elements.find((element) => nameOf(element).includes(name));
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return hit && (found.contains(hit) || hit.contains(found)) ? [x, y] : null;
}
