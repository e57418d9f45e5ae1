import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildManifest } from '../../../src/build/files/assemble-manifest.ts';
import { formatShardFacts, parseShardFacts } from '../../../src/build/shards/shard-facts.ts';
import {
  type Manifest,
  type ManifestEdition,
  type ManifestFile,
  readManifest,
  formatManifest,
} from '../../../src/output/manifest.ts';
import type { ShardFacts } from '../../../src/output/shards.ts';
import type { Project } from '../../support/runnable-project-copy.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { folderContents } from '../../support/site/folder-contents.ts';

const SHARDS = [1, 2, 3];
const FOLDERS = SHARDS.map((number) => `dist.shards/${number}-of-3`);

/** Builds in shards and merges. */
let project: Project;
/** Builds all hosts at once. */
let whole: Project;
/** Unchanged shards, for tests that damage them. */
const good = mkdtempSync(join(tmpdir(), 'shards-'));

const at = (path: string): string => join(project.dir, path);

async function run(
  where: Project,
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await where.run(script, { ...FIXTURE, ...env }, args);
  expect(code, output).toBe(0);
  return output;
}

const buildShard = (number: number, ...args: string[]): Promise<string> =>
  run(project, 'build', ['--shard', `${number}/3`, ...args]);

/** Merges folders that it must refuse. */
async function refused(folders: string[]): Promise<string> {
  const before = folderContents(at('dist'));
  const { code, output } = await project.run('merge', FIXTURE, folders);
  expect(code, output).toBe(1);
  expect(folderContents(at('dist'))).toEqual(before);
  return output;
}

/** A copy of a good shard. */
function copyShard(number: number, name: string): string {
  rmSync(at(name), { recursive: true, force: true });
  cpSync(join(good, `${number}-of-3`), at(name), { recursive: true });
  return name;
}

/** Changes the manifest of a shard, and the hash that the shard has of it, as a hostile worker could. */
function forgeManifest(folder: string, change: (manifest: Manifest) => void): void {
  const manifest = readManifest(at(folder));
  change(manifest);
  const text = formatManifest(buildManifest(manifest.editions, undefined));
  writeFileSync(at(`${folder}/publish/manifest.json`), text);
  forgeFacts(folder, (facts) => void (facts.files['publish/manifest.json'] = hash('sha256', text)));
}

function forgeFacts(folder: string, change: (facts: ShardFacts) => void): void {
  const file = at(`${folder}/publish/shard.json`);
  const facts = parseShardFacts(readFileSync(file, 'utf8'))!;
  change(facts);
  writeFileSync(file, formatShardFacts(facts));
}

const anyFile = ({ files }: ManifestEdition): ManifestFile => Object.values(files)[0]!;

beforeAll(async () => {
  [project, whole] = [makeFixture(), makeFixture()];
  await run(whole, 'build');
  for (const number of SHARDS) await buildShard(number);
  cpSync(at('dist.shards'), good, { recursive: true });
});
afterAll(() => {
  for (const folder of [project.dir, whole.dir, good]) rmSync(folder, { recursive: true });
});

test('shards that are merged are one build, byte for byte, in any order of their folders', async () => {
  const output = await run(project, 'merge', [`./${FOLDERS[2]}/`, FOLDERS[1]!, FOLDERS[0]!]);
  expect(output).toMatch(/^1\/3 {2}/);
  expect(folderContents(at('dist'))).toEqual(folderContents(join(whole.dir, 'dist')));
});

describe('a merge refuses', () => {
  test('a missing shard, a doubled shard and a folder that is no shard, all at once', async () => {
    const output = await refused([FOLDERS[0]!, FOLDERS[0]!]);
    expect(output).toContain('dist.shards/1-of-3  is shard 1/3, as dist.shards/1-of-3 is. Leave out one of the two.');
    for (const number of [2, 3])
      expect(output).toContain(`shard ${number}/3  is missing. Build it (npm run build -- --shard ${number}/3)`);
    expect(await refused(['texts', 'nowhere', ...FOLDERS])).toMatch(
      /2 problem\(s\)[^]*texts\/publish  is missing[^]*nowhere  is missing\. Name the folder of a shard/,
    );
    expect(await refused([])).toContain('No folders. Name those of all shards');
  });

  test('shards of other counts, texts, days, levels of compression, hosts and programs', async () => {
    const others: [string, (facts: ShardFacts) => void][] = [
      ['is one of 4 shards, and dist.shards/1-of-3 is one of 3', (facts) => void (facts.count = 4)],
      ['built from other code than this project has', ({ inputs }) => void (inputs.program = 'other')],
      ['built from other hosts than this project has', ({ inputs }) => void (inputs.hosts = 'other')],
    ];
    for (const [message, change] of others) {
      const other = copyShard(2, 'shards/other');
      forgeFacts(other, change);
      expect(await refused([FOLDERS[0]!, other, FOLDERS[2]!])).toContain(message);
    }
  });

  test('shards that were built from other texts, on another day, with another level of compression', async () => {
    replace('texts/documents/shared/en/rules.md', 'Number 7', 'Number seven')(project.dir);
    await buildShard(2, '--no-compression', '--date', '2026-11-20');
    replace('texts/documents/shared/en/rules.md', 'Number seven', 'Number 7')(project.dir);
    expect(await refused(FOLDERS)).toContain(
      'dist.shards/2-of-3  was built from other texts and another day and another compression than dist.shards/1-of-3. Build all shards',
    );
    await buildShard(2);
  });

  test('an edition that two shards have, and an edition that none has', async () => {
    const [editions] = readManifest(join(good, '1-of-3')).editions;
    const twice = copyShard(2, 'shards/twice');
    cpSync(join(good, `1-of-3/${editions!.host}`), at(`${twice}/${editions!.host}`), { recursive: true });
    forgeManifest(twice, (manifest) => void manifest.editions.push(editions!));
    expect(await refused([FOLDERS[0]!, twice, FOLDERS[2]!])).toContain(
      `shards/twice  has the edition ${editions!.root}, as dist.shards/1-of-3 has`,
    );
    const short = copyShard(2, 'shards/short');
    forgeManifest(short, (manifest) => void manifest.editions.pop());
    expect(await refused([FOLDERS[0]!, short, FOLDERS[2]!])).toContain('in no shard');
  });

  test('files that are damaged, missing or links, each by name', async () => {
    const damaged = copyShard(1, 'shards/damaged');
    const { root } = readManifest(at(damaged)).editions[0]!;
    const page = at(`${damaged}/${root}/rules.html`);
    writeFileSync(page, readFileSync(page, 'utf8').replace('rules', 'tools'));
    rmSync(at(`${damaged}/${root}/.well-known`), { recursive: true });
    rmSync(at(`${damaged}/${root}/robots.txt`));
    symlinkSync('/etc/hostname', at(`${damaged}/${root}/robots.txt`));
    const output = await refused([damaged, ...FOLDERS.slice(1)]);
    for (const file of ['rules.html', 'robots.txt', '.well-known/gpc.json'])
      expect(output).toContain(
        `${damaged}/${root}/${file}  is missing, damaged or a link. Build or copy this shard again`,
      );
    for (const name of ['manifest.json', 'alternates.json', 'moderation.json', 'rule-changes.json', 'shard.json']) {
      const other = copyShard(1, 'shards/other');
      writeFileSync(at(`${other}/publish/${name}`), `${readFileSync(at(`${other}/publish/${name}`), 'utf8')} x`);
      expect(await refused([other, ...FOLDERS.slice(1)])).toContain(`${other}/publish/${name}  is damaged`);
    }
  });

  test('links in the place of folders', async () => {
    mkdirSync(at('shards'), { recursive: true });
    symlinkSync(at(FOLDERS[0]!), at('shards/link'));
    expect(await refused(['shards/link', ...FOLDERS.slice(1)])).toContain(
      'shards/link  is a link, and a merge follows none',
    );
    const inner = copyShard(1, 'shards/inner');
    const { root } = readManifest(at(inner)).editions[0]!;
    renameSync(at(`${inner}/${root}`), at('shards/aside'));
    symlinkSync(at('shards/aside'), at(`${inner}/${root}`));
    expect(await refused([inner, ...FOLDERS.slice(1)])).toContain('is missing, damaged or a link');
  });

  test('manifests with paths that lead elsewhere, and with editions that the hosts file lacks', async () => {
    const forgeries: [string, (manifest: Manifest) => void][] = [
      ['Invalid key in record', ({ editions: [first] }) => void (first!.files['../../../evil.html'] = anyFile(first!))],
      ['Invalid key in record', ({ editions: [first] }) => void (first!.files['/tmp/evil.html'] = anyFile(first!))],
      ['Invalid key in record', ({ editions: [first] }) => void (first!.files['a\\..\\evil.html'] = anyFile(first!))],
      ['is not the edition of the hosts file', ({ editions: [first] }) => void (first!.root = '../evil')],
      ['is not the edition of the hosts file', ({ editions: [first] }) => void (first!.host = 'evil.example')],
      ['headers', ({ editions: [first] }) => void (first!.headers[0]!.headers.Evil = 'a\nb')],
    ];
    for (const [message, change] of forgeries) {
      const forged = copyShard(1, 'shards/forged');
      forgeManifest(forged, change);
      expect(await refused([forged, ...FOLDERS.slice(1)])).toContain(message);
    }
    expect(existsSync(at('evil.html'))).toBe(false);
  });

  test('pages whose alternates do not name each other, though no shard can see that', async () => {
    const other = copyShard(2, 'shards/other');
    const file = at(`${other}/publish/alternates.json`);
    const text = readFileSync(file, 'utf8').replaceAll('/rules"', '/lost"');
    writeFileSync(file, text);
    forgeFacts(other, (facts) => void (facts.files['publish/alternates.json'] = hash('sha256', text)));
    expect(await refused([FOLDERS[0]!, other, FOLDERS[2]!])).toContain('does not name the same alternates');
  });
});

test('a shard without hosts is merged, too', async () => {
  const shards = Array.from({ length: 7 }, (_, index) => index + 1);
  for (const number of shards) await run(project, 'build', ['--shard', `${number}/7`]);
  expect(shards.some((number) => !readManifest(at(`dist.shards/${number}-of-7`)).editions.length)).toBe(true);
  await run(
    project,
    'merge',
    shards.map((number) => `dist.shards/${number}-of-7`),
  );
  expect(folderContents(at('dist')).size).toBe(folderContents(join(whole.dir, 'dist')).size);
});

test.each([
  [['--shard', '0/3'], {}, 'Write 2/4 for the second of four'],
  [['--shard', '4/3'], {}, 'Write 2/4 for the second of four'],
  [['--shard', '../1'], {}, 'Write 2/4 for the second of four'],
  [['--shard', '1/2', '--watch'], {}, '--shard cannot be used with --watch'],
  [['--shard', '1/2'], { HOSTS: 'own.example' }, '--shard cannot be used with HOSTS'],
])('a build refuses %j with %j', async (args, env, message) => {
  const { code, output } = await project.run('build', { ...FIXTURE, ...env }, args);
  expect(code).toBe(1);
  expect(output).toContain(message);
});

test('a change, built in shards and merged, is one build after the last dist/, with its list of changes', async () => {
  for (const dir of [project.dir, whole.dir]) {
    replace('texts/documents/shared/es/rules.md', /Number 9[^{]*/, 'Number 9, again. ')(dir);
    // Policies and hashed pictures of former pages stay for one more build.
    replace('hosts.ts', "look: 'satin'", "look: 'velvet'")(dir);
  }
  await run(whole, 'build');
  for (const number of SHARDS) await buildShard(number);
  await run(project, 'merge', FOLDERS);
  expect(folderContents(at('dist'))).toEqual(folderContents(join(whole.dir, 'dist')));
  const { editions, former } = readManifest(at('dist'));
  expect(editions.some(({ kept }) => Object.keys(kept).length)).toBe(true);
  expect(Object.keys(former)).not.toEqual([]);
  expect(await run(project, 'merge', FOLDERS)).toContain('Nothing changed');
});

test('shards with dictionaries that the texts have are one build with dictionaries', async () => {
  const { code, output } = await project.run('build', FIXTURE, ['--shard', '1/3', '--dictionaries']);
  expect([code, output]).toEqual([1, expect.stringContaining('and a shard makes no dictionaries')]);
  for (const { dir } of [project, whole]) rmSync(join(dir, 'dist'), { recursive: true, force: true });
  await run(whole, 'build', ['--dictionaries']);
  cpSync(join(whole.dir, 'texts/dictionaries'), at('texts/dictionaries'), { recursive: true });
  await buildShard(1);
  for (const number of [2, 3]) await buildShard(number, '--dictionaries');
  const mixed = await project.run('merge', FIXTURE, FOLDERS);
  expect([mixed.code, mixed.output]).toEqual([1, expect.stringContaining('another compression than')]);
  await buildShard(1, '--dictionaries');
  await run(project, 'merge', FOLDERS);
  expect(folderContents(at('dist'))).toEqual(folderContents(join(whole.dir, 'dist')));
  expect(readManifest(at('dist')).dictionaries).toBe(true);
});
