const { readdirSync } = require('node:fs');

const locales = readdirSync('public/assets/i18n').map((file) => file.replace(/\.json$/, ''));

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'en',
  locales,
  load: ['server'],
  i18nextServer: {
    fallbackLng: false,
    preload: locales,
    initAsync: false,
    interpolation: { escapeValue: false },
    backend: { loadPath: 'public/assets/i18n/{{lng}}.json' },
  },
};
