// A build has the same bytes under every locale, time zone, umask and number of processors, and a web server may read it.
import { cpSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findOnPath } from '../../../scripts/lib/programs/find-on-path.ts';
import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { environment, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { FIXTURE, makeFixture } from '../../support/site/fixture-project.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

/** Articles of a day whose names Czech, Danish and Turkish order in another way than English. */
const names = ['aalborg', 'aspen', 'chat-tips', 'hello', 'ida', 'jam', 'zebra', 'z-a', 'za'];

const onOneProcessor = findOnPath('taskset') ? ['taskset', '-c', '0'] : [];

interface Environment {
  locale: string;
  zone: string;
  umask: string;
  prefix?: string[];
}

const usual: Environment = { locale: 'C', zone: 'UTC', umask: '022' };
const others: Environment[] = [
  { locale: 'cs_CZ.UTF-8', zone: 'Asia/Tokyo', umask: '077' },
  { locale: 'da_DK.UTF-8', zone: 'America/Los_Angeles', umask: '022', prefix: onOneProcessor },
  { locale: 'tr_TR.UTF-8', zone: 'Pacific/Kiritimati', umask: '027' },
];

let project: Project;
beforeAll(async () => {
  project = makeFixture();
  const articles = names.map((name) => [`blog/shared/en/${name}.md`, article(name, 'Text.')]);
  writeTexts(join(project.dir, 'texts'), Object.fromEntries(articles));
  await build(usual);
  cpSync(join(project.dir, 'dist'), join(project.dir, 'usual'), { recursive: true });
});
afterAll(() => project.remove());

async function build({ locale, zone, umask, prefix = [] }: Environment): Promise<void> {
  for (const left of ['dist', 'dist.next', '.cache']) rmSync(join(project.dir, left), { recursive: true, force: true });
  const settings = { LC_ALL: locale, LANG: locale, TZ: zone, SOURCE_DATE_EPOCH: String(Date.UTC(2026, 10, 28) / 1000) };
  const { code, output } = await runAndCapture(
    'sh',
    ['-c', `umask ${umask}; exec "$@"`, 'sh', ...prefix, process.execPath, 'scripts/build.mjs'],
    project.dir,
    environment({ ...project.env, ...FIXTURE, ...settings }),
  );
  expect(code, output).toBe(0);
}

test.each(others)('a build under $locale in $zone with umask $umask has the bytes of the others', async (other) => {
  await build(other);
  expect(differences(join(project.dir, 'dist'), join(project.dir, 'usual'))).toEqual([]);
  const paths = globSync(['dist', 'dist/**/*', 'dist/**/.*/**'], { cwd: project.dir, withFileTypes: true });
  expect(paths.length).toBeGreaterThan(100);
  const modes = paths.map((path) => {
    const mode = statSync(join(path.parentPath, path.name)).mode & 0o777;
    return `${path.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`;
  });
  expect(new Set(modes)).toEqual(new Set(['folder 755', 'file 644']));
});
