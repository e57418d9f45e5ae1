import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readManifest, toManifest } from '../src/publish/manifest.ts';
import { joinPolicies } from '../src/publish/policies.ts';
import { caddyfile } from '../src/publish/servers/caddy.ts';
import { nginxConf } from '../src/publish/servers/nginx.ts';
import { testWith } from './support/programs.ts';
import { starters } from './support/servers.ts';
import { smallSite } from './support/small-site.ts';

const HOST = 'one.example';

/** Two builds of a site, one in another colour. */
let red: string;
let blue: string;
beforeAll(() => {
  red = smallSite({ [HOST]: ['en', 'de'] }, { [HOST]: 'red' });
  blue = smallSite({ [HOST]: ['en', 'de'] }, { [HOST]: 'blue' });
});
afterAll(() => [red, blue].forEach((site) => rmSync(site, { recursive: true })));

/** Has a site served with the configuration that a build leaves. */
function configure(site: string, built: string, before?: string): void {
  const manifest = toManifest(readManifest(built).editions, before ? readManifest(before) : undefined);
  writeFileSync(join(site, 'publish/nginx.conf'), nginxConf(manifest));
  writeFileSync(join(site, 'publish/Caddyfile'), caddyfile(manifest));
}

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  /** Whether browsers apply the styles of a page. */
  async function hasStyles(site: string): Promise<boolean> {
    const server = await starters[name](site);
    const { headers, body } = await server.ask(HOST, '/rules', { Cookie: 'lang=de' });
    await server.stop();
    const [, style] = /<style>(.*)<\/style>/.exec(body.toString())!;
    const hash = createHash('sha256').update(style!).digest('base64');
    return /style-src ([^;]+)/.exec(headers['content-security-policy']!)![1]!.includes(`'sha256-${hash}'`);
  }

  testWith(name)('with the configuration of a new build allows the styles of the build before, too', async () => {
    configure(red, blue, red);
    expect(await hasStyles(red)).toBe(true);
    configure(blue, blue, red);
    expect(await hasStyles(blue)).toBe(true);
  });

  testWith(name)('without a reload would block new styles, which is why builds ask for it', async () => {
    configure(blue, red);
    expect(await hasStyles(blue)).toBe(false);
  });
});

test('two policies allow together what either of them allows', () => {
  const one = "default-src 'none'; style-src 'a' 'b'; img-src 'self'";
  expect(joinPolicies(one, undefined)).toBe(one);
  expect(joinPolicies(one, "default-src 'none'; style-src 'b' 'c'; script-src 'self'")).toBe(
    "default-src 'none'; style-src 'a' 'b' 'c'; img-src 'self'; script-src 'self'",
  );
});
