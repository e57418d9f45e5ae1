import { createRequire } from 'node:module';

import i18next, { type InitOptions } from 'i18next';

const { i18nextServer } = createRequire(import.meta.url)('../../../astro-i18next.config.cjs') as {
  i18nextServer: InitOptions;
};

/** Sets i18next up as astro-i18next does in pages. */
export const setUpI18next = async (): Promise<void> => void (await i18next.init(i18nextServer));
