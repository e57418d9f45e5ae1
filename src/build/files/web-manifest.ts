import { readFileSync } from 'node:fs';

import { memoize } from '../../shared/memoize.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { hostFileNames } from '../../site/host-wide-files.ts';
import { directionOf } from '../../site/i18n/language-facts.ts';
import { lightTranslator, type Tree } from '../../site/i18n/light-translator.ts';
import { readTranslationFile } from '../../site/i18n/translation-file.ts';

/** The web app manifest of an edition, with which phones install the chat. @see https://www.w3.org/TR/appmanifest/ */
export function webManifest(edition: Edition): string {
  const { brand, lang } = edition;
  const ground = groundOf(brand.look);
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: routes.chat.path,
    // A build that renders nothing does not load i18next.
    name: lightTranslator(translationsOf(lang), lang)('site.title', { brand: brand.name }),
    short_name: brand.name,
    lang,
    dir: directionOf(lang) ?? 'ltr',
    start_url: linkTo(edition, routes.chat.path),
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [
      icon(hostFileNames.icon192, 192, 'any'),
      icon(hostFileNames.icon512, 512, 'any'),
      icon(hostFileNames.maskableIcon, 512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}

const translationsOf = (lang: string): Tree => JSON.parse(readTranslationFile(lang)!) as Tree;

/** The background colour of a look. */
const groundOf = memoize(
  (look: string) => /--ground:\s*(#\w+)/.exec(readFileSync(`src/themes/looks/${look}/look.css`, 'utf8'))?.[1],
);
