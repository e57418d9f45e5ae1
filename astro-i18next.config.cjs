/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'en',
  locales: ['en'],
  load: ['server'],
  // Each site brings its languages and words; see `src/site/i18n/translator.ts`.
  i18nextServer: { supportedLngs: false, fallbackLng: false, initAsync: false, interpolation: { escapeValue: false } },
  i18nextServerPlugins: { fsBackend: null },
};
