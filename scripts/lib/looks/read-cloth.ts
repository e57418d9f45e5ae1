import { join } from 'node:path';

import { formatHex } from 'culori';

import { colourOf, type Colour, readSheet } from '../../../src/check/looks/look-sheets.ts';
import { readIfPresent } from '../../../src/shared/files/read-if-present.ts';
import { parseJsonFile } from '../../../src/shared/parse-json-file.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { type Cloth, clothSchema } from './draw-cloth.ts';
import { clothOf } from './write-look.ts';

/**
 * The cloth that the art of a look shows: that of its `art.json`, else cloth in its colours.
 * @param folder of the look
 * @throws UserError where `art.json` is wrong, or the look has no colours
 */
export function readCloth(folder: string): Cloth {
  const file = join(folder, 'art.json');
  const bytes = readIfPresent(file);
  if (bytes)
    return parseJsonFile(file, bytes, clothSchema, {
      lacks: 'no cloth',
      hint: 'Remove it, and the art is drawn in the colours of the look',
    });
  const colour = (sheet: string, token: Colour): string => {
    const tokens = readSheet(join(folder, sheet));
    const hex = tokens && formatHex(colourOf(tokens, token));
    return hex ?? refuse(join(folder, sheet), token);
  };
  return clothOf({
    dark: colour('look.css', 'ground'),
    accent: colour('look.css', 'accent'),
    light: colour('light.css', 'ground'),
  });
}

function refuse(file: string, token: string): never {
  throw new UserError(`${file} has no colour --${token}, in which the art is drawn. Write it.`);
}
