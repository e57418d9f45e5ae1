import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { editions } from '../../support/configured-site.ts';
import { copyProject, environment, type Project } from '../../support/runnable-project-copy.ts';

const ASTRO = 'node_modules/astro/bin/astro.mjs';

let project: Project;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

test.each([
  ['build', 'npm run build'],
  ['preview', 'npm start'],
])('"astro %s" says in one sentence to run "%s"', async (command, instead) => {
  const { code, output } = await runAndCapture(process.execPath, [ASTRO, command], project.dir, environment({}));
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^"astro ${command}" [^\n]+: ${instead}\n$`));
});

test('"astro dev" serves hosts by name', async () => {
  const server = spawn(process.execPath, [ASTRO, 'dev', '--port', '0'], { cwd: project.dir, env: environment({}) });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'exit');
  });
  let origin: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    origin = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (origin) break;
  }
  const { port } = new URL(origin!);
  const { host, lang } = editions[0]!;
  const [page] = await once(
    get({ host: '127.0.0.1', port, path: routes.rules.path, headers: { Host: `${host}.localhost` } }),
    'response',
  );
  expect([page.statusCode, await text(page)]).toEqual([200, expect.stringContaining(`<html lang="${lang}"`)]);
});
