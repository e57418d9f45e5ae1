/** Sources that a content security policy has to allow beside the site itself, by directive. */
type Sources = Partial<Record<'script-src' | 'img-src' | 'connect-src', string[]>>;

/**
 * Sources of Tag Manager and Google Analytics 4.
 * @see https://developers.google.com/tag-platform/security/guides/csp
 */
export const tagManagerSources: Sources = {
  'script-src': ['https://www.googletagmanager.com'],
  'img-src': ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  'connect-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/** Sources of error reports. @param dsn URL that errors are reported to */
export const reporterSources = (dsn: string | undefined): Sources =>
  dsn ? { 'connect-src': [new URL(dsn).origin] } : {};
