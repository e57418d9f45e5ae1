import { DIST, NEXT } from '../../../output/folders.ts';
import type { PublishEvent } from '../../browser/publish/publish-events.ts';
import { changedPages, readChanges } from './changed-pages.ts';
import { launchBrowser, pictureChanges } from './picture-changes.ts';
import { runBuild } from './run-build.ts';

/** `POST /api/publish`: builds the site, and answers with a JSON event a line. A browser that closes the request ends the build. */
export function publish(): Response {
  const ended = new AbortController();
  const body = new ReadableStream<string>({
    async start(stream) {
      const send = (event: PublishEvent): void => {
        if (!ended.signal.aborted) stream.enqueue(`${JSON.stringify(event)}\n`);
      };
      try {
        await buildAndPicture(send, ended.signal);
      } catch (error) {
        console.error(error);
        send({ type: 'failed' });
      }
      if (!ended.signal.aborted) stream.close();
    },
    cancel: () => ended.abort(),
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}

async function buildAndPicture(send: (event: PublishEvent) => void, signal: AbortSignal): Promise<void> {
  if (!(await runBuild((text) => send({ type: 'line', text }), signal))) return send({ type: 'failed' });
  const changes = changedPages(readChanges());
  send({ type: 'built', ...changes });
  if (!changes.pages.length) return;
  const browser = await launchBrowser();
  if (typeof browser === 'string') return send({ type: 'noPictures', reason: browser });
  try {
    // The build has exchanged the folders.
    for await (const pictures of pictureChanges(browser, changes.pages, { before: NEXT, after: DIST })) {
      if (signal.aborted) return;
      send({ type: 'pictures', ...pictures });
    }
  } finally {
    await browser.close();
  }
}
