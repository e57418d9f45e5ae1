/** Generated files of a host by name, which all its languages share. */
export const hostFileNames = {
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  favicon: 'favicon.svg',
  notificationWorker: 'notifications.js',
  speculationRules: 'speculation-rules.json',
  security: '.well-known/security.txt',
  privacyControl: '.well-known/gpc.json',
} as const;
