import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { RunnableDevEnvironment, ViteDevServer } from 'vite';

import { contentTypeOf } from '../output/content-types.ts';
import { hostOf, isLocalSite, languageCookie, languageInQuery, negotiate } from '../output/requests/negotiate.ts';
import { pagePath } from '../output/requests/page-redirects.ts';
import { hasSeveralHosts, SEVERAL_HOSTS } from '../output/requests/request-target.ts';
import { escapeHtml } from '../shared/text/escape-html.ts';
import type * as Content from '../site/content.ts';
import { type Edition, rootOf, type Site, type SiteOptions } from '../site/editions/editions.ts';
import { webManifest } from '../site/head/web-manifest.ts';
import { iconNames, MANIFEST } from '../site/host-wide-files.ts';
import type * as Translator from '../site/i18n/translator.ts';
import { lookFolder, lookOf } from '../site/looks/look.ts';
import type * as Open from '../site/open-site.ts';
import type * as Pages from '../site/pages/page-view.ts';
import type * as StaticFiles from '../site/static-files.ts';
import { isBareLocalhost, editionsPageHtml } from './editions-page.ts';
import { keepLinksLocal } from './keep-links-local.ts';

/** Paths that Vite and Astro serve themselves. */
const INTERNAL = /^\/(@|_astro\/|_image|src\/|node_modules\/|\.astro\/|assets\/|__)/;

/** Where Astro looks for the locals of a request of Node. */
const LOCALS = Symbol.for('astro.locals');

/**
 * Makes the dev server answer every host by name, and reload pages after a change of a text.
 * @param readOptions those of the site as it is shown now
 */
export function setUpDevServer(server: ViteDevServer, readOptions: () => SiteOptions): void {
  let opened: { by: typeof Open.openSite; day: string; site: Promise<Site> } | undefined;
  const openToday = async (): Promise<Site> => {
    const options = readOptions();
    // Vite reloads the modules of a site after an edit, unlike static imports.
    const { openSite } = await runnerOf(server).import<typeof Open>('/src/site/open-site.ts');
    if (opened?.by !== openSite || opened.day !== options.day)
      opened = { by: openSite, day: options.day, site: openSite(options) };
    return opened.site;
  };
  let problems = '';
  server.middlewares.use((request, response, next) => {
    openToday()
      .then((site) => route(server, site, request, response, problems))
      .then((handled) => handled || next(), next);
  });
  const show = (found: string): void => {
    if (found === problems) return;
    problems = found;
    server.environments.client.hot.send({ type: 'full-reload' });
  };
  reloadOnEdit(server, readOptions(), () => (opened = undefined), show);
}

const runnerOf = ({ environments }: ViteDevServer): RunnableDevEnvironment['runner'] =>
  (environments.ssr as RunnableDevEnvironment).runner;

/**
 * @param problems of texts and words, which every page shows
 * @returns whether the request is answered; Vite and Astro answer others
 */
async function route(
  server: ViteDevServer,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  problems: string,
): Promise<boolean> {
  const { editions } = site;
  const { pathname, search } = new URL(`http://host${request.url}`);
  const { pagesOf, pageFactsOf, PageView, translator, staticFilesOf } = await importModules(server);
  const hostHeader = request.headers.host ?? '';
  if (hasSeveralHosts(request)) return answer(response, 400, SEVERAL_HOSTS);
  if (isBareLocalhost(hostHeader)) return routeToEditions(editions, pathname, request, response);
  const onHost = editions.filter(({ host }) => host === hostOf(hostHeader));
  if (!onHost.length) return answer(response, 421, `No site is served for the host "${hostOf(hostHeader)}".\n`);
  const query = languageInQuery(onHost, search.slice(1));
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const edition = negotiate(onHost, { query, cookies: cookie, acceptLanguage });
  if (pathname === '/notifications.js') {
    request.url = '/src/islands/chat/alerts/notification-worker.js';
    return false;
  }
  if (sendFile(edition, staticFilesOf, pathname, response)) return true;
  if (pathname.startsWith('/_astro/')) return answer(response, 404);
  if (INTERNAL.test(pathname)) return false;
  const path = decodeURIComponent(pathname);
  if (!pagesOf(edition).has(path))
    return pagesOf(edition).has(pagePath(path))
      ? redirect(response, 301, pagePath(path) + search)
      : redirectHome(response);
  if (onHost.length > 1 && query) response.setHeader('Set-Cookie', languageCookie(query, isLocalSite(hostHeader)));
  request.url = `/${rootOf(edition)}${pathname === '/' ? '' : pathname}${search}`;
  const locals: App.Locals = { page: new PageView(pageFactsOf(edition)), t: translator(site.folder, edition.lang) };
  Reflect.set(request, LOCALS, locals);
  const hosts = new Set(isLocalSite(hostHeader) ? editions.map(({ host }) => host) : []);
  const port = String(request.socket.localPort);
  rewrite(response, (html) => withProblems(keepLinksLocal(html, hosts, port), problems));
  return false;
}

/** The modules of the site as they are after the last edit. */
async function importModules(server: ViteDevServer) {
  const runner = runnerOf(server);
  const { pagesOf } = await runner.import<typeof Content>('/src/site/content.ts');
  const { pageFactsOf, PageView } = await runner.import<typeof Pages>('/src/site/pages/page-view.ts');
  const { translator } = await runner.import<typeof Translator>('/src/site/i18n/translator.ts');
  const { staticFilesOf } = await runner.import<typeof StaticFiles>('/src/site/static-files.ts');
  return { pagesOf, pageFactsOf, PageView, translator, staticFilesOf };
}

/** Shows the links to all editions at the address that names none. */
function routeToEditions(
  editions: Edition[],
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (INTERNAL.test(pathname)) return false;
  if (pathname !== '/') return redirectHome(response);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(editionsPageHtml(editions, String(request.socket.localPort)));
  return true;
}

/** @returns whether the path is that of a file */
function sendFile(
  edition: Edition,
  filesOf: typeof StaticFiles.staticFilesOf,
  pathname: string,
  response: ServerResponse,
): boolean {
  const isManifest = pathname === `/${MANIFEST}`;
  const file = isManifest
    ? MANIFEST
    : (filesOf(edition).get(pathname.slice(1)) ?? fileOfLook(edition, pathname.slice(1)));
  if (!file) return false;
  response.setHeader('Content-Type', contentTypeOf(file));
  response.end(isManifest ? webManifest(edition) : readFileSync(file));
  return true;
}

/** An icon of a look, or a picture of its stylesheets. */
function fileOfLook({ site, brand }: Edition, path: string): string | undefined {
  const isIcon = iconNames.some((name) => name === path);
  return isIcon ? join(lookFolder(site.folder, brand.look), path) : lookOf(site.folder, brand.look).pictures.get(path);
}

/** Rewrites a page that Astro is about to send. */
function rewrite(response: ServerResponse, change: (html: string) => string): void {
  const parts: Uint8Array[] = [];
  const end = response.end.bind(response);
  const add = (part: unknown): void => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  response.write = (part: unknown) => {
    add(part);
    return true;
  };
  response.end = (part?: unknown) => {
    add(part);
    return end(change(Buffer.concat(parts).toString()));
  };
}

function answer(response: ServerResponse, status: 400 | 404 | 421, text = ''): true {
  response.writeHead(status).end(text);
  return true;
}

const redirectHome = (response: ServerResponse): true => redirect(response, 302, '/');

function redirect(response: ServerResponse, status: 301 | 302, Location: string): true {
  response.writeHead(status, { Location }).end();
  return true;
}

/** A page with the list of problems over its lower end. */
const withProblems = (html: string, problems: string): string =>
  problems ? `${html}<pre role="alert" style="${PROBLEMS_STYLE}">${escapeHtml(problems)}</pre>` : html;

const PROBLEMS_STYLE =
  'position:fixed;inset:auto 0 0;z-index:9;max-height:40vh;overflow:auto;margin:0;padding:1em;background:#fff;color:#a00000;font:14px/1.4 monospace;white-space:pre-wrap';

/** @param show is called with the problems that the check of texts and words finds; empty without any */
function reloadOnEdit(
  server: ViteDevServer,
  { root, contentDir, hostsFile }: SiteOptions,
  forgetSite: () => void,
  show: (problems: string) => void,
): void {
  const watched = [contentDir, ...['public', 'src/themes'].map((name) => join(root, name)), hostsFile];
  const reportProblems = problemReporter(show);
  let pending: NodeJS.Timeout | undefined;
  server.watcher.add(watched);
  server.watcher.on('all', (_event, file) => {
    if (!watched.some((place) => file === place || file.startsWith(`${place}/`))) return;
    forgetSite();
    for (const environment of Object.values(server.environments)) {
      environment.moduleGraph.invalidateAll();
      // A message would load every module again for each file of a save. The next request loads the modules that it needs.
      if ('runner' in environment) (environment as RunnableDevEnvironment).runner.evaluatedModules.clear();
      else environment.hot.send({ type: 'full-reload' });
    }
    pending ??= setTimeout(() => {
      pending = undefined;
      reportProblems();
    }, TOGETHER_MS);
  });
  reportProblems();
}

/** Files that change within this time are reported together: a save changes a file for each language. */
const TOGETHER_MS = 100;

/** Checks in a process of its own, so that it reads every file again. Files that change while it runs are reported by one further run. */
function problemReporter(show: (problems: string) => void): () => void {
  let isReporting = false;
  let isOutdated = false;
  return function report() {
    isOutdated = isReporting;
    if (isReporting) return;
    isReporting = true;
    const check = spawn(process.execPath, ['scripts/content-check.ts'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let problems = '';
    check.stderr.on('data', (part: Buffer) => {
      problems += part.toString();
      process.stderr.write(part);
    });
    check.on('close', () => {
      isReporting = false;
      if (!isOutdated) show(problems.trim());
      if (isOutdated) report();
    });
  };
}
