/** Generated files of a host by name, which all its languages share. */
export const hostFileNames = {
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  favicon: 'favicon.svg',
  touchIcon: 'apple-touch-icon.png',
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
  maskableIcon: 'icon-maskable.png',
  notificationWorker: 'notifications.js',
  security: '.well-known/security.txt',
  privacyControl: '.well-known/gpc.json',
} as const;

/** A part of a sitemap that is too long for a file. @param number from 1 */
export const sitemapPart = (number: number | string): string => `sitemap-${number}.xml`;

/** The files above that each look has in its folder. */
export const iconNames = [
  hostFileNames.favicon,
  hostFileNames.touchIcon,
  hostFileNames.icon192,
  hostFileNames.icon512,
  hostFileNames.maskableIcon,
] as const;

/** The web app manifest, which each edition has in its language. */
export const MANIFEST = 'app.webmanifest';
