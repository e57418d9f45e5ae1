import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { answerAtEdge } from '../../../src/deploy/edge/answer-at-edge.ts';
import { editionReader } from '../../../src/deploy/edge/edge-table.ts';
import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';
import { asker } from '../serving/server-starters.ts';
import { ACCOUNT, DATABASE, startCloudflareAccount, TOKEN } from './cloudflare-account.ts';
import { cloudFrontSite } from './cloudfront/cloudfront-site.ts';
import { startS3Server } from './s3/s3-server.ts';
import { startSshd } from './start-sshd.ts';

/** A target with the server that visitors ask, and a clock that tells the moments of a deployment. */
export interface ServedTarget {
  /** Options of the target in `deploy.config.ts`. */
  options: Record<string, unknown>;
  /** Starts the server, after the first deployment. */
  start: () => void;
  /** Asks the server as a visitor. Fails where nothing answers. */
  ask: (host: string, path: string) => Promise<VisitorAnswer>;
  /**
   * Calls `kill` after a number of milliseconds, or of calls of an API.
   * @returns ends that, and tells the number so far
   */
  killAfter: (moments: number, kill: () => void) => () => number;
  stop: () => Promise<void>;
}

export interface VisitorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Every type of target, with the programs that its test needs. */
export const servedTargets: Record<
  'folder' | 'ssh' | 'cloudfront' | 'cloudflare',
  { needs: (keyof typeof programs)[]; open: () => Promise<ServedTarget> }
> = {
  folder: { needs: ['nginx'], open: () => behindNginx((path) => ({ type: 'folder', path })) },
  ssh: {
    needs: ['nginx', 'sshd'],
    async open() {
      const sshd = await startSshd();
      return behindNginx((path) => ({ type: 'ssh', host: 'target', path, config: sshd.config }), sshd.stop);
    },
  },
  cloudfront: {
    needs: ['s3'],
    async open() {
      const server = await startS3Server();
      const site = await cloudFrontSite(server);
      const { killAfter, count } = counter();
      site.store.onCall = count;
      site.functions.onCall = count;
      site.proxy.fault = count;
      return {
        options: site.options,
        start: () => undefined,
        async ask(host, path) {
          const { status, headers, body } = await site.edge.ask(host, path);
          return { status, headers, body: String(body) };
        },
        killAfter,
        async stop() {
          await site.stop();
          await server.stop();
        },
      };
    },
  },
  cloudflare: {
    needs: [],
    async open() {
      const account = await startCloudflareAccount();
      process.env.CLOUDFLARE_API_TOKEN = TOKEN;
      const { killAfter, count } = counter();
      account.onCall = count;
      return {
        options: { type: 'cloudflare', account: ACCOUNT, worker: 'site', database: DATABASE, api: account.origin },
        start: () => undefined,
        // As the worker answers, without a start of workerd for each generation.
        async ask(host, path) {
          const request = { method: 'GET', url: `https://${host}${path}`, headers: new Headers() };
          const answer = answerAtEdge(request, editionReader(account.tableOf('site')!));
          if (answer === 'service') throw new Error(`${path} leads to the service.`);
          const content = answer.file && account.stored.get(answer.file.hash);
          if (answer.file && !content) throw new Error(`The content of ${path} is missing.`);
          const headers = Object.fromEntries(new Headers(answer.headers));
          return { status: answer.status, headers, body: content?.toString() ?? '' };
        },
        killAfter,
        stop: async () => account.close(),
      };
    },
  },
};

/** A folder that nginx serves; a deployment has it read its configuration. */
async function behindNginx(
  optionsOf: (path: string) => Record<string, unknown>,
  stopOthers?: () => Promise<void>,
): Promise<ServedTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const site = join(folder, 'site');
  const port = await freePort();
  const pid = join(folder, 'nginx.pid');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${pid}; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      include ${site}/publish/nginx-http.conf;
      map "" $site_root { default ${site}/current; }
      upstream service { server 127.0.0.1:9; }
      server { listen 127.0.0.1:${port}; include ${site}/publish/nginx-server.conf; }
    }`,
  );
  let nginx: ReturnType<typeof spawn> | undefined;
  const ask = asker(port);
  return {
    options: { ...optionsOf(site), reload: `test ! -e ${pid} || kill -HUP $(cat ${pid})` },
    start: () => void (nginx = spawn(programs.nginx!, ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })),
    async ask(host, path) {
      const { status, headers, body } = await ask(host, path);
      return { status, headers, body: body.toString() };
    },
    killAfter(ms, kill) {
      const startMs = performance.now();
      const timer = Number.isFinite(ms) ? setTimeout(kill, ms) : undefined;
      return () => {
        clearTimeout(timer);
        return performance.now() - startMs;
      };
    },
    async stop() {
      nginx?.kill('SIGTERM');
      await stopOthers?.();
      // The command of a session may outlive the server for a moment.
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Moments that are calls of an API. */
function counter(): { killAfter: ServedTarget['killAfter']; count: () => undefined } {
  let calls = 0;
  let onCall = (): void => {};
  return {
    count() {
      calls += 1;
      onCall();
      return undefined;
    },
    killAfter(moments, kill) {
      calls = 0;
      onCall = () => {
        if (calls === Math.ceil(moments)) kill();
      };
      return () => {
        onCall = () => {};
        return calls;
      };
    },
  };
}
