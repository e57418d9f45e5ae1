import type { Edition } from '../editions/editions.ts';
import { routes } from '../editions/routes.ts';
import { linkTo } from '../editions/urls.ts';
import { hostFileNames } from '../host-wide-files.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';
import { directionOf } from '../i18n/site-language.ts';
import { lookOf } from '../looks/look.ts';

/** The web app manifest of an edition, with which phones install the chat. @see https://www.w3.org/TR/appmanifest/ */
export function webManifest(edition: Edition): string {
  const { brand, lang, site } = edition;
  const ground = lookOf(site.folder, brand.look).darkGround;
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: routes.chat.path,
    name: lightTranslatorOf(site.folder, lang)('site.title', { brand: brand.name }),
    short_name: brand.name,
    lang,
    dir: directionOf(site.folder, lang),
    start_url: linkTo(edition, routes.chat.path),
    scope: '/',
    display: 'standalone',
    background_color: ground,
    // A manifest has one colour: that of the dark theme, the default. Open pages name the colour of their theme in `theme-color`.
    theme_color: ground,
    icons: [
      icon(hostFileNames.icon192, 192, 'any'),
      icon(hostFileNames.icon512, 512, 'any'),
      icon(hostFileNames.maskableIcon, 512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}
