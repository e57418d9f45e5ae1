import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

import manifest from '../../../package.json' with { type: 'json' };
import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { health } from '../../../src/contract/api-paths.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { DOCKERFILE, stages } from '../../support/dockerfile.ts';
import { programs, testWith } from '../../support/programs.ts';

/** Longest time that a node takes to stop; see docs/operate.md. */
const DRAIN_SECONDS = 20;

const UNIT = readFileSync('deploy/chat@.service', 'utf8');

test('each way to start a node gives V8 the same young generation', () => {
  const { service, start } = manifest.scripts;
  const image = JSON.parse(stages.get('service')!.findLast(({ name }) => name === 'CMD')!.rest) as string[];
  const unit = /^ExecStart=.*\/(node .*)$/m.exec(UNIT)![1];
  expect(service).toMatch(/^node --max-semi-space-size=\d+ /);
  expect([image.join(' '), unit, start.replace('start.ts', 'service.ts')]).toEqual([service, service, service]);
});

describe('the Dockerfile', () => {
  test('is valid', () => {
    expect(validate(DOCKERFILE)).toEqual([]);
    expect(validate(`${DOCKERFILE}\nCOPPY a b\n`)).toHaveLength(1);
  });

  test('copies files that exist and that its ignore file includes', () => {
    const through = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').match(/(?<=^!).*/gm)!;
    const copied = [...stages.values()]
      .flat()
      .filter(({ name, flags }) => name === 'COPY' && !flags.from)
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(copied.filter((source) => !existsSync(source))).toEqual([]);
    expect(through.toSorted()).toEqual([...new Set(copied)].toSorted());
  });

  test('builds an image with a user of its own and a health check', () => {
    expect(stages.get('service')!.findLast(({ name }) => name === 'USER')!.rest).toMatch(/^(?!root|0)/);
    expect(stages.get('service')!.find(({ name }) => name === 'HEALTHCHECK')!.rest).toContain(
      `http://127.0.0.1:4321${health.live}'`,
    );
  });
});

interface Compose {
  services: Record<
    string,
    {
      environment?: Record<string, string>;
      build?: { target: string };
      read_only?: boolean;
      cap_drop?: string[];
      security_opt?: string[];
      stop_grace_period?: string;
      network_mode?: string;
      volumes?: string[];
      command?: string[];
      depends_on?: object;
    }
  >;
}

describe('compose.yaml', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as Compose;

  test('follows the Compose specification', () => {
    // The keys are in the order in which a reader needs them.
    const rules = { 'service-keys-order': 0, 'services-alphabetical-order': 0 } as const;
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    const lint = (file: string) => linter.lintFiles([file], false).flatMap(({ messages }) => messages);
    expect(lint('deploy/compose.yaml')).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'compose-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const faulty = join(folder, 'compose.yaml');
    writeFileSync(faulty, readFileSync('deploy/compose.yaml', 'utf8').replace('read_only:', 'read_olny:'));
    expect(lint(faulty)).not.toEqual([]);
  });

  test('gives no container more privileges than it needs', () => {
    for (const [name, service] of Object.entries(services))
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }),
      ]);
    expect(parseInt(services.service!.stop_grace_period!, 10)).toBeGreaterThan(DRAIN_SECONDS);
    for (const { build } of Object.values(services)) if (build) expect([...stages.keys()]).toContain(build.target);
  });

  test('keeps nginx reachable while the service starts again, and stops the service first', () => {
    expect(services.service).toMatchObject({ network_mode: 'service:nginx', depends_on: { nginx: {} } });
    expect(services.nginx).toMatchObject({ ports: ['127.0.0.1:4321:4321', '127.0.0.1:8080:80'] });
    expect(services.nginx).not.toHaveProperty('network_mode');
  });

  test('has the texts on a volume, which a deployment changes without a new image', () => {
    for (const { volumes } of [services.service!, services.nginx!])
      expect(volumes).toEqual(['${SITE_FOLDER:-/srv/site}:/srv/site:ro']);
    expect(stages.get('service')!.find(({ name }) => name === 'ENV')!.rest).toContain('SITE_ROOT=/srv/site/current');
    expect(services.nginx!.command!.slice(0, 5).join(' ')).toBe(
      'nginx -p /srv/site/current -c /srv/site/publish/nginx.conf',
    );
  });

  test('gives the service valid settings', () => {
    const secret = 'x'.repeat(32);
    const chosen: Record<string, string> = {
      AUTH_SECRET: secret,
      MAIL_URL: 'smtps://user:word@mail.example:465',
      METRICS_TOKEN: secret,
      POSTGRES_PASSWORD: secret,
    };
    const settings = Object.entries(services.service!.environment!).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, key: string, kind: string, text: string) =>
        kind === '-' ? (chosen[key] ?? text) : chosen[key]!,
      ),
    ]);
    expect(readEnv(Object.fromEntries(settings) as Record<string, string>)).toMatchObject({
      DATABASE_URL: `postgres://chat:${secret}@postgres:5432/chat`,
      METRICS_TOKEN: secret,
      TRUSTED_PROXIES: ['127.0.0.1', '172.16.0.0/12'],
    });
  });
});

describe('the systemd unit', () => {
  test('gives a node enough time to stop', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)![1])).toBeGreaterThan(DRAIN_SECONDS);
  });

  test('allows threads to lower their priority, and forbids the rest of @resources', () => {
    const filters = UNIT.match(/(?<=^SystemCallFilter=).*/gm)!;
    expect(filters.lastIndexOf('setpriority')).toBeGreaterThan(
      filters.findLastIndex((filter) => filter.startsWith('~') && filter.includes('@resources')),
    );
  });

  testWith('systemd')('of the daily comparison is valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const name of ['verify-site.service', 'verify-site.timer'])
      writeFileSync(join(folder, name), readFileSync(`deploy/${name}`, 'utf8').replaceAll('/opt/chat', process.cwd()));
    const args = ['verify', join(folder, 'verify-site.service'), join(folder, 'verify-site.timer')];
    expect(await runAndCapture(programs.systemd!, args, '.', process.env)).toEqual({ code: 0, output: '' });
  });

  testWith('systemd')('is valid and hardened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'chat@4321.service');
    writeFileSync(file, UNIT.replaceAll('/opt/chat', process.cwd()));
    const analyze = (...args: string[]) => runAndCapture(programs.systemd!, args, '.', process.env);
    expect(await analyze('verify', file)).toEqual({ code: 0, output: '' });
    // Exposure out of 100; a service without hardening has 96.
    const { code, output } = await analyze('security', '--offline=true', '--no-pager', '--threshold=15', file);
    expect([code, output]).toEqual([0, expect.stringContaining('Overall exposure level')]);
    writeFileSync(file, UNIT.replaceAll('/opt/chat', process.cwd()).replace('ProtectSystem=', 'ProtectSistem='));
    expect((await analyze('verify', file)).output).toContain('ProtectSistem');
  });
});
