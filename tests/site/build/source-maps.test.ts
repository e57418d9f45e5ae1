import { globSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { copyProject, type Project } from '../../support/runnable-project-copy.ts';

let project: Project;
let server: Awaited<ReturnType<typeof listenOnFreePort>>;
const asked: string[] = [];
let sent = '';

/** Receives the uploads of sentry-cli: https://docs.sentry.io/api/ */
beforeAll(async () => {
  project = copyProject();
  server = await listenOnFreePort(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const body = await bodyOf(request);
    sent += body;
    const answers: [RegExp, unknown][] = [
      [
        /^GET .*\/chunk-upload\/$/,
        {
          url: `http://127.0.0.1:${server.port}/chunks`,
          chunkSize: 8_388_608,
          chunksPerRequest: 64,
          maxRequestSize: 33_554_432,
          concurrency: 1,
          hashAlgorithm: 'sha1',
          compression: [],
          accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
        },
      ],
      [/assemble\/$/, { state: sent.includes('reporter.js') ? 'ok' : 'not_found', missingChunks: checksumsIn(body) }],
    ];
    const answer = answers.find(([pattern]) => pattern.test(asked.at(-1)!))?.[1] ?? {};
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
});

afterAll(() => {
  server.close();
  project.remove();
});

test('with a token the maps of the shipped scripts are uploaded, and then deleted', async () => {
  const { code, output } = await project.run('build', {
    HOSTS: 'ru.onyx.example',
    SENTRY_DSN: 'https://key@errors.example/1',
    SENTRY_AUTH_TOKEN: 'token',
    SENTRY_ORG: 'org',
    SENTRY_PROJECT: 'project',
    SENTRY_URL: `http://127.0.0.1:${server.port}/`,
  });
  expect(code, output).toBe(0);
  expect(asked).toContainEqual(expect.stringMatching(/^POST .*assemble\/$/));
  expect(sent).toContain('reporter.js.map');
  expect(globSync('{dist,.build}/**/*.map', { cwd: project.dir })).toEqual([]);
  expect(globSync('dist/*/*/assets/reporter.js', { cwd: project.dir }).length).toBe(1);
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

/** Checksums of the files to upload, until they are uploaded. */
const checksumsIn = (body: string): string[] =>
  sent.includes('reporter.js') ? [] : [...body.matchAll(/"([0-9a-f]{40})"/g)].map(([, checksum]) => checksum!);
