import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { MODERATION_FILE, type ModerationFile } from '../../../../src/output/moderation-file.ts';
import { dist } from '../../dist.ts';

/** The built site with a word list that refuses `forbidden word` everywhere, and one that holds `dubious` in English rooms. */
export function siteWithWords(): string {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  for (const name of readdirSync(dist)) if (name !== 'publish') symlinkSync(resolve(dist, name), join(site, name));
  cpSync(`${dist}/publish`, `${site}/publish`, { recursive: true });
  const file = `${site}/${MODERATION_FILE}`;
  const built = JSON.parse(readFileSync(file, 'utf8')) as ModerationFile;
  const words = { all: { hold: [], refuse: ['forbidden word'] }, en: { hold: ['dubious'], refuse: [] } };
  writeFileSync(file, JSON.stringify({ ...built, words }));
  return site;
}
