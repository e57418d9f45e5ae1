import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildManifest } from '../../../src/generator/files/assemble-manifest.ts';
import { serverConfigs } from '../../../src/output/cdn-config/server-configs.ts';
import { joinPolicies } from '../../../src/output/former-csp.ts';
import { type Manifest, type ManifestEdition, readManifest } from '../../../src/output/manifest.ts';
import { testWith } from '../../support/programs.ts';
import { starters } from '../../support/serving/server-starters.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const HOST = 'one.example';

/** Two builds of a site, in different colours. */
let red: string;
let blue: string;
beforeAll(() => {
  red = smallDist({ [HOST]: ['en', 'de'] }, { [HOST]: 'red' });
  blue = smallDist({ [HOST]: ['en', 'de'] }, { [HOST]: 'blue' });
});
afterAll(() => [red, blue].forEach((site) => rmSync(site, { recursive: true })));

/** Writes the server configuration of a build into a site. */
function configure(site: string, built: string, before?: string): void {
  const manifest = buildManifest(readManifest(built).editions, before ? readManifest(before) : undefined);
  for (const [file, text] of Object.entries(serverConfigs(manifest))) writeFileSync(join(site, file), text);
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

describe('the policy that an edition had before its last change', () => {
  const restyled = (): Manifest => buildManifest(readManifest(blue).editions, readManifest(red));
  const changed = ({ editions }: Manifest, change: (file: string) => boolean): ManifestEdition[] =>
    editions.map((edition) => ({
      ...edition,
      files: Object.fromEntries(Object.entries(edition.files).filter(([file]) => !change(`${edition.lang}/${file}`))),
    }));

  test('stays allowed while nothing but the compression differs', () => {
    const { former, ...manifest } = restyled();
    expect(Object.keys(former)).toEqual([`${HOST}/en`, `${HOST}/de`]);
    const plain = changed({ former, ...manifest }, (file) => /\.(br|gz)$/.test(file));
    expect(buildManifest(plain, { former, ...manifest }).former).toEqual(former);
  });

  test('is dropped with the next change of that edition, and of no other', () => {
    const last = restyled();
    const { former } = buildManifest(
      changed(last, (file) => file === 'de/rules.html'),
      last,
    );
    expect(former).toEqual({ [`${HOST}/en`]: last.former[`${HOST}/en`] });
  });
});

test('joined policies allow every source of both', () => {
  const one = "default-src 'none'; style-src 'a' 'b'; img-src 'self'";
  expect(joinPolicies(one, undefined)).toBe(one);
  expect(joinPolicies(one, "default-src 'none'; style-src 'b' 'c'; script-src 'self'")).toBe(
    "default-src 'none'; style-src 'a' 'b' 'c'; img-src 'self'; script-src 'self'",
  );
});
