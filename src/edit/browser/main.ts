import { startBlockPage } from './block/block-page.ts';
import { setBusy } from './busy.ts';
import { startHomePage } from './home-page.ts';
import { startNewPage } from './new-page.ts';
import { startNotesPage } from './notes-page.ts';
import { startPublishPage } from './publish/publish-page.ts';

/** Scripts of pages by the name in `data-page`. */
const scripts: Partial<Record<string, () => Promise<void> | void>> = {
  block: startBlockPage,
  home: startHomePage,
  new: startNewPage,
  notes: startNotesPage,
  publish: startPublishPage,
};

await scripts[document.body.dataset.page!]?.();
for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false;
setBusy(false);
