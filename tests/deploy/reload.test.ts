import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { deployedFolder } from '../support/deploy/deployed-folder.ts';
import { freePort } from '../support/free-port.ts';
import { programs, testWith } from '../support/programs.ts';
import { asker } from '../support/serving/server-starters.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'en.test';

testWith('nginx')('nginx sends the policy of a deployed generation once the deployment has it reload', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const copy = `sed "s/listen 80/listen 127.0.0.1:${port}/; s:include :&$DEPLOYED/publish/:" "$DEPLOYED/publish/nginx.conf" > ${folder}/nginx.conf`;
  const site = deployedFolder({ reload: `${copy} && kill -HUP $(cat ${folder}/nginx.pid)` });
  process.env.DEPLOYED = site.path;
  const [red, blue] = ['red', 'blue'].map((colour) => smallDist({ [HOST]: ['en'] }, { [HOST]: colour })) as [
    string,
    string,
  ];
  onTestFinished(() => {
    site.remove();
    for (const path of [folder, red, blue]) rmSync(path, { recursive: true });
  });
  await site.deploy(red);
  await once(spawn('sh', ['-c', copy]), 'exit');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const globals = `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${user}`;
  const nginx = spawn(
    programs.nginx!,
    ['-p', join(site.path, 'current'), '-c', `${folder}/nginx.conf`, '-g', globals],
    {
      stdio: 'ignore',
    },
  );
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'exit');
  });
  const ask = asker(port);
  const policy = async (): Promise<string | undefined> =>
    (await ask(HOST, '/rules').catch(() => undefined))?.headers['content-security-policy'];
  await expect.poll(policy).toContain('style-src');
  const before = await policy();

  await site.deploy(blue);
  await expect.poll(policy).not.toBe(before);
  // It allows the styles of both generations, for pages that are open.
  const hashes = before!.match(/'sha256-[^']+'/g)!;
  for (const hash of hashes) expect(await policy()).toContain(hash);
  expect((await ask(HOST, '/rules')).body.toString()).toContain('color:blue');
});
