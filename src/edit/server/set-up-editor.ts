import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';
import type { ViteDevServer } from 'vite';

import { Editor } from '../editor.ts';
import type { Workspace } from '../workspace.ts';
import { createEditorApp } from './app.ts';
import { BROWSER_DIR } from './assets.ts';
import { createToken, isEditHost, type RequestFacts, refusalOf } from './guard.ts';

/** Adds the editor to the dev server, on a host of its own. Requests for it reach nothing of Vite and Astro. */
export function setUpEditor(server: ViteDevServer, workspace: Workspace): void {
  const token = createToken();
  const app = createEditorApp(new Editor(workspace), token);
  const listener = getRequestListener(app.fetch);
  server.middlewares.use((request, response, next) => {
    if (!isEditHost(request.headers.host)) return next();
    const refusal = refusalOf(factsOf(request), token);
    if (!refusal) return void listener(request, response);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    response.writeHead(refusal.status, headers).end(`${refusal.reason}\n`);
  });
  // Vite's socket would tell other pages of the edited text.
  server.httpServer?.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (isEditHost(request.headers.host)) socket.destroy();
  });
  const folder = `${resolve(BROWSER_DIR)}/`;
  const { contentDir, root } = workspace.site;
  const content = [contentDir, ...['public', 'src/themes'].map((name) => resolve(root, name))];
  server.watcher.on('all', (_event, file) => {
    if (file.startsWith(folder)) app.forgetAssets();
    else if (content.some((place) => file.startsWith(`${place}/`))) workspace.noteChange();
  });
}

const factsOf = ({ method = 'GET', headers, socket }: IncomingMessage): RequestFacts => ({
  method,
  headers,
  remoteAddress: socket.remoteAddress,
  port: socket.localPort,
});
