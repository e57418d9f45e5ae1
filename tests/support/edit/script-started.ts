import type { Page } from 'playwright';

/** Waits until a page of the editor takes keys and clicks. */
export const scriptStarted = (page: Page): Promise<void> => page.locator('main:not([aria-busy])').waitFor();
