import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import { FIXTURE, makeFixture } from '../../support/site/fixture-project.ts';
import { folderContents } from '../../support/site/folder-contents.ts';

interface Workflow {
  jobs: Record<string, { strategy?: { matrix: { shard: number[] } }; steps: Step[] }>;
}

interface Step {
  run?: string;
  uses?: string;
  with?: Record<string, string>;
}

const { jobs } = parse(readFileSync('deploy/github-matrix.yml', 'utf8')) as Workflow;
const artifacts = mkdtempSync(join(tmpdir(), 'artifacts-'));

/** Runs a job on a machine of its own: its commands, and the copies that actions make. */
async function runJob(name: string, values: Record<string, string>): Promise<Map<string, string>> {
  const project = makeFixture();
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, key: string) => {
      if (values[key] === undefined) throw new Error(`The test has no value for ${key}`);
      return values[key];
    });
  const output = join(project.dir, 'output');
  writeFileSync(output, '');
  const bin = resolve('node_modules/.bin');
  const env = environment({ ...FIXTURE, GITHUB_OUTPUT: output, CACHE_URL: '', PATH: `${bin}:${process.env.PATH}` });
  try {
    for (const { run, uses = '', with: inputs = {} } of jobs[name]!.steps) {
      // The copy has the packages already.
      if (run && run !== 'npm ci') {
        const { code, output: printed } = await runAndCapture('bash', ['-e', '-c', fill(run)], project.dir, env);
        expect(code, `${run}\n${printed}`).toBe(0);
      }
      if (uses.startsWith('actions/upload-artifact'))
        cpSync(join(project.dir, fill(inputs.path!)), join(artifacts, fill(inputs.path!)));
      if (uses.startsWith('actions/download-artifact'))
        for (const file of globSync(inputs.pattern!, { cwd: artifacts }))
          cpSync(join(artifacts, file), join(project.dir, file));
    }
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    return new Map(lines.map((line) => line.split('=') as [string, string]));
  } finally {
    project.remove();
  }
}

test('the workflow for GitHub Actions builds what one build does, byte for byte', async () => {
  const day = (await runJob('day', {})).get('day')!;
  const { shard: shards } = jobs.shard!.strategy!.matrix;
  for (const shard of shards) await runJob('shard', { 'matrix.shard': String(shard), 'needs.day.outputs.day': day });
  await runJob('merge', {});
  execFileSync('tar', ['--extract', '--file', 'dist.tar'], { cwd: artifacts });
  const whole = makeFixture();
  const { code, output } = await whole.run('build', FIXTURE, ['--compress', 'best', '--date', day]);
  expect(code, output).toBe(0);
  expect(folderContents(join(artifacts, 'dist'))).toEqual(folderContents(join(whole.dir, 'dist')));
  whole.remove();
  rmSync(artifacts, { recursive: true });
});
