import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

import { blend, wcagContrast } from 'culori';

import { readFile } from '../../shared/files/read-file.ts';
import { type Diagnostic, UserError } from '../../shared/user-error.ts';
import { hostFileNames, iconNames } from '../../site/host-wide-files.ts';
import { lookFolder } from '../../site/looks/look.ts';
import { mailColorsOf } from '../../site/looks/mail-colors.ts';
import { minifyCss } from '../../site/looks/minify-css.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import {
  BARE_DIGITS,
  blank,
  type Colour,
  colourIn,
  colourOf,
  COLOURS,
  lineAt,
  MIN_CONTRAST,
  readSheet,
  type Sheet,
  STRING,
} from './look-sheets.ts';
import { pictureMistake, pngSize } from './pictures.ts';

/** Files that every look has, beside the pictures that its stylesheets name. */
export const lookFiles = ['look.css', 'light.css', ...iconNames, 'mail.json', 'art-wide.jpg'];

/** Widths of the square icons. */
const ICON_WIDTHS: Record<string, number> = {
  [hostFileNames.touchIcon]: 180,
  [hostFileNames.icon192]: 192,
  [hostFileNames.icon512]: 512,
  [hostFileNames.maskableIcon]: 512,
};

const PICTURES = ['art-none', 'art-627', 'art-915', 'art-1299', 'art-wide'] as const;

/** Texts and the grounds they stand on. */
const PAIRS: [text: Colour, grounds: Colour[]][] = [
  ['ink', ['ground', 'raised']],
  ['quiet', ['ground', 'raised']],
  ['accent', ['ground', 'raised']],
  ['accent-ink', ['accent']],
];

/** Reports tokens, colours and pictures of a look that pages, mails and pictures cannot use. Other checks report missing files and their encoding. */
export function checkLook(site: SiteFolder, look: string): Diagnostic[] {
  const folder = lookFolder(site, look);
  const [dark, light] = ['look.css', 'light.css'].map((name) => readSheet(join(folder, name)));
  if (!dark || !light) return [];
  return [
    ...[dark, light].flatMap((sheet) => [...checkBraces(sheet), ...checkPictures(sheet, folder)]),
    ...missingTokens(dark),
    ...checkColours(dark),
    ...checkColours(light),
    ...checkContrast(dark, dark),
    ...checkContrast(light, dark),
    ...lookFiles.flatMap((name) => checkPicture(join(folder, name))),
    ...checkMail(site, look),
  ];
}

function checkBraces({ file, text }: Sheet): Diagnostic[] {
  const plain = text.replaceAll(STRING, blank);
  const open = /["']|\/\*/.exec(plain);
  const [opening, closing] = [/\{/g, /\}/g].map((brace) => plain.match(brace)?.length ?? 0);
  const hint = 'Close each part that is open';
  if (open) return [{ file, line: lineAt(plain, open.index), message: `${open[0]} is not closed`, hint }];
  if (opening === closing) return [];
  const message = `there are ${opening} opening and ${closing} closing braces`;
  return [{ file, line: text.trimEnd().split('\n').length, message, hint }];
}

/** Pictures that a stylesheet names. */
function checkPictures({ file, text }: Sheet, folder: string): Diagnostic[] {
  const names = new Set<string>();
  minifyCss(text, (url) => {
    names.add(url.replace(/[?#].*/s, ''));
    return url;
  });
  return [...names].flatMap((name) => {
    const path = join(folder, name);
    if (path.startsWith(join(folder, '/')) && existsSync(path)) return checkPicture(path);
    const message = `"${name}" does not lie beside the stylesheet`;
    return [
      { file, line: lineAt(text, text.indexOf(name)), message, hint: 'Put the picture there, or correct its name' },
    ];
  });
}

/** Reports a picture that cannot be shown; nothing where it is missing. */
export function checkPicture(file: string): Diagnostic[] {
  if (!existsSync(file)) return [];
  const content = readFile(file);
  const mistake = pictureMistake(file, content);
  if (mistake)
    return [{ file, line: 1, message: `the file ${mistake}`, hint: 'Draw it with npm run new-look, or save it again' }];
  const width = ICON_WIDTHS[basename(file)];
  const size = width ? pngSize(content) : [];
  if (size.every((side) => side === width)) return [];
  const message = `the icon has ${size.join(' × ')} pixels`;
  return [{ file, line: 1, message, hint: `Save it with ${width} × ${width}` }];
}

const missingTokens = ({ file, tokens }: Sheet): Diagnostic[] =>
  [...COLOURS, ...PICTURES]
    .filter((name) => !tokens.has(name))
    .map((name) => ({
      file,
      line: 1,
      message: `the token "--${name}" is missing`,
      hint: 'Add it, as other looks have it',
    }));

/** Colours that depend on other values, and names, some of which the system gives. */
const UNRESOLVED = /\b(?:var|env|color-mix|light-dark|calc|min|max|clamp)\(|\(\s*from\b|^[a-z]+$/i;

const checkColours = (sheet: Sheet): Diagnostic[] =>
  COLOURS.flatMap((name) => {
    const token = sheet.tokens.get(name);
    const isBare = token && BARE_DIGITS.test(token.value);
    if (!token || (!isBare && (colourOf(sheet, name) || UNRESOLVED.test(token.value)))) return [];
    const message = `--${name} is "${token.value}", which is no colour`;
    return [{ file: sheet.file, line: token.line, message, hint: 'Write one such as #1a0d19 or oklch(0.2 0.05 330)' }];
  });

/** @param base the theme whose tokens this one changes */
const checkContrast = (sheet: Sheet, base: Sheet): Diagnostic[] =>
  PAIRS.flatMap(([text, grounds]) =>
    grounds.flatMap((ground) => {
      const [above, below] = [text, ground].map((name) => colourIn(sheet, base, name));
      const token = sheet.tokens.get(text) ?? sheet.tokens.get(ground);
      const contrast = above && below && wcagContrast(blend([below, above], 'normal', 'rgb'), below);
      if (!token || !contrast || contrast >= MIN_CONTRAST) return [];
      const message = `--${text} on --${ground} has a contrast of ${contrast.toFixed(1)}`;
      return [{ file: sheet.file, line: token.line, message, hint: `Choose colours with at least ${MIN_CONTRAST}` }];
    }),
  );

function checkMail(site: SiteFolder, look: string): Diagnostic[] {
  const file = join(lookFolder(site, look), 'mail.json');
  if (!existsSync(file)) return [];
  try {
    mailColorsOf(site, look);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ file, line: 1, message: 'the file has no colours of mails', hint: 'Write { "accent": "#rrggbb" }' }];
  }
}
