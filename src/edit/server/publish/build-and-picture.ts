import { lastArguments } from '../../../generator/incremental/last-options.ts';
import type { PublishEvent } from '../../browser/publish/publish-events.ts';
import type { Editor } from '../../editor.ts';
import type { Workspace } from '../../workspace.ts';
import { changedPages } from './changed-pages.ts';
import { launchBrowser, pictureChanges } from './picture-changes.ts';
import { runScript } from './run-script.ts';
import { streamEvents } from './stream-events.ts';

/** `POST /api/publish`: builds the site. A browser that closes the request ends the build; `dist/` then stays as it was. */
export const publish = ({ workspace }: Editor): Response =>
  streamEvents<PublishEvent>((send, signal) => buildAndPicture(workspace, send, signal), { type: 'failed' });

async function buildAndPicture(
  { env, output }: Workspace,
  send: (event: PublishEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const args = ['scripts/build.mjs', ...lastArguments(output)];
  const isBuilt = await runScript(env, args, (text) => send({ type: 'line', text }), signal);
  if (!isBuilt) return send({ type: 'failed' });
  const changes = changedPages(output);
  send({ type: 'built', ...changes });
  if (!changes.pages.length) return;
  const browser = await launchBrowser(env.PATH);
  if (typeof browser === 'string') return send({ type: 'noPictures', reason: browser });
  try {
    // The build has exchanged the folders.
    for await (const pictures of pictureChanges(browser, changes.pages, { before: output.next, after: output.dist })) {
      if (signal.aborted) return;
      send({ type: 'pictures', ...pictures });
    }
  } finally {
    await browser.close();
  }
}
