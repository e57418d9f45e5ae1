import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, inject, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { health } from '../../src/contract/api-paths.ts';
import { forms } from '../../src/contract/forms.ts';
import { stages } from '../support/dockerfile.ts';
import { environment } from '../support/runnable-project-copy.ts';
import { linkIn, startMailSink } from '../support/service/mail-sink.ts';
import { spawnService } from '../support/service/spawn-service.ts';
import { newPerson } from '../support/service/test-service.ts';

const INSTALL_MS = 300_000;

test('the service runs with the files and packages of its image alone', { timeout: INSTALL_MS }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const { name, flags, rest } of [...stages.get('dependencies')!, ...stages.get('service')!]) {
    const [program, ...args] = rest.split(' ');
    if (name === 'RUN' && program === 'npm')
      expect(await runAndCapture(program, args, dir, environment({}))).toMatchObject({ code: 0 });
    if (name !== 'COPY' || flags.from) continue;
    const sources = [program!, ...args.slice(0, -1)];
    const target = args.at(-1)!;
    for (const source of sources)
      cpSync(source, join(dir, target.endsWith('/') ? source : target), { recursive: true });
  }
  const sink = await startMailSink();
  onTestFinished(sink.stop);
  const settings = { MAIL_URL: sink.url, NODE_ENV: 'production', SITE_ROOT: join(inject('site'), 'dist') };
  const service = await spawnService('service', dir, settings);
  onTestFinished(() => service.kill('SIGTERM').then(() => undefined));
  expect(service.output()).toContain('Ctrl+C stops');
  const visitor = service.visitor();
  expect((await visitor.get(health.live)).status).toBe(200);
  const person = newPerson();
  await visitor.post(forms.registration.action, { ...person });
  await visitor.get(linkIn(await sink.mailTo(person.email)));
  expect((await visitor.post(forms.confirm.action, { password: person.password })).status).toBe(200);
  const backup = await runAndCapture(process.execPath, ['scripts/service/backup.ts', 'backup'], dir, environment({}));
  expect(backup).toMatchObject({ code: 0 });
});
