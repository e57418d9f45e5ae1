import type { Locator } from 'playwright';

import { arrive, type PageUser } from './chat-page.ts';

/** More key presses than any element is away. */
const KEYS_MAX = 60;

/** Opens the chat for a new person, in a public room. */
export async function enterLounge(...arrival: Parameters<typeof arrive>): Promise<PageUser> {
  const user = await arrive(...arrival);
  await user.topic('lounge').click();
  await user.field.waitFor();
  return user;
}

export const noticeOf = ({ page, words }: PageUser, of = page) =>
  of.getByRole('dialog', { name: words('decisions.title') });
export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));

/** Moves the focus to an element key by key, and presses it. */
export async function press({ page }: PageUser, target: Locator, key = 'Enter'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; !(await hasFocus(target)); pressed++) {
    if (pressed > KEYS_MAX) throw new Error(`Tab never leads to ${target}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press(key);
}

/** Opens the form of an appeal and goes to its field. */
export async function openAppeal(user: PageUser, within: Locator): Promise<Locator> {
  await press(user, within.getByText(user.words('decisions.appeal'), { exact: true }));
  const field = within.getByRole('textbox', { name: user.words('decisions.why') });
  await press(user, field, 'End');
  return field;
}
export const sendButton = ({ words }: PageUser, within: Locator) =>
  within.getByRole('button', { name: words('decisions.send') });
