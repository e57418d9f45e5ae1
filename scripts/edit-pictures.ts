/** `npm run edit:pictures`: the pictures of docs/edit-content.md, of a walk through the editor in a copy of the project. */
import './lib/terminal/report-user-errors.ts';
import { mkdirSync, rmSync } from 'node:fs';

import type { Page } from 'playwright';
import sharp from 'sharp';

import { UserError } from '../src/shared/user-error.ts';
import { copyProject } from './lib/copy-project.ts';
import { findHeadlessShell, launchChromium } from './lib/programs/chromium.ts';
import { runAndCapture } from './lib/run-and-capture.ts';
import { startEditor } from './lib/start-editor.ts';

const FOLDER = 'docs/edit';
const RULE = '/block?kind=document&scope=shared&name=rules&block=adults-only';

const chromium = findHeadlessShell();
if (!chromium) throw new UserError('chromium is missing. Install it with: npm run setup');
mkdirSync(FOLDER, { recursive: true });
const project = copyProject();
const built = await runAndCapture(process.execPath, ['scripts/build.mjs'], project, process.env);
if (built.code) throw new UserError(`The copy in ${project} was not built:\n${built.output}`);
const deployed = await runAndCapture(process.execPath, ['scripts/deploy.ts', 'local'], project, process.env);
if (deployed.code) throw new UserError(`The copy in ${project} was not deployed:\n${deployed.output}`);
const server = await startEditor(project);
const browser = await launchChromium(chromium);
const page = await browser.newPage({ viewport: { width: 1200, height: 680 }, colorScheme: 'light' });
page.setDefaultTimeout(120_000);
try {
  await walk(page, server.origin);
} finally {
  await browser.close();
  await server.stop();
  rmSync(project, { recursive: true });
}

/** Changes a rule from the list of all texts to the built site. */
async function walk(editor: Page, origin: string): Promise<void> {
  await editor.goto(`${origin}${RULE}`);
  const english = editor.locator('.panel[data-lang="en"]').getByRole('textbox');
  await english.waitFor();
  await english.focus();
  await editor.keyboard.press('ControlOrMeta+End');
  await editor.keyboard.type(' We may ask for a proof of age.');
  await editor.frameLocator('iframe').getByText('proof of age').waitFor();
  await take(editor, 'rule');
  await editor.keyboard.press('ControlOrMeta+S');
  await editor.getByRole('radio', { name: 'A change of meaning' }).check();
  await editor.getByRole('dialog').getByRole('textbox').first().fill('We may ask how old you are.');
  await take(editor, 'meaning');
  await editor.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await editor.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor();
  // The page was loaded again, and its preview with it.
  await editor.frameLocator('iframe').getByText('proof of age').waitFor();
  await editor.locator('.panel[data-lang="de"] ins').first().scrollIntoViewIfNeeded();
  await take(editor, 'translation');
  await editor.goto(`${origin}/`);
  await editor.locator('#problems-state').filter({ hasText: 'None.' }).waitFor();
  await take(editor, 'texts');
  await editor.goto(`${origin}/publish`);
  await editor.getByRole('button', { name: 'Build the site' }).click();
  const pictures = editor.locator('.pictures').first();
  await pictures.waitFor();
  await editor.locator('#changes').scrollIntoViewIfNeeded();
  await take(editor, 'publish');
  await editor.getByRole('button', { name: 'Show the plan' }).click();
  await editor.getByRole('button', { name: 'Publish to local' }).waitFor();
  await editor.locator('#deploy').scrollIntoViewIfNeeded();
  await take(editor, 'deploy');
}

/** Few colours keep the file small. */
async function take(editor: Page, name: string): Promise<void> {
  const picture = await editor.screenshot();
  await sharp(picture).png({ palette: true, quality: 60, effort: 10 }).toFile(`${FOLDER}/${name}.png`);
  console.log(`${FOLDER}/${name}.png`);
}
