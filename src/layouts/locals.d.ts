declare namespace App {
  interface Locals {
    /** What the page shows of the site. */
    page: import('../site/pages/page-view.ts').PageView;
    t: import('../site/i18n/translator.ts').Translate;
  }
}

/** Whether pages report errors: a constant of the compiled pages (`astro.config.mjs`). */
declare const REPORTS_ERRORS: boolean;
