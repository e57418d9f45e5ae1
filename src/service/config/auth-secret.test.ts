import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readAuthSecret } from './auth-secret.ts';
import { readEnv } from './env.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('creates a secret at the first start, readable by its owner only, and reads it at the next', () => {
  const folder = newFolder();
  const env = readEnv({ DATA_DIR: join(folder, 'data') });
  const secret = readAuthSecret(env);
  expect(secret).toHaveLength(44);
  expect(readAuthSecret(env)).toBe(secret);
  expect(readdirSync(join(folder, 'data'))).toEqual(['secret']);
  expect(statSync(join(folder, 'data/secret')).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'x'.repeat(31)])('refuses a damaged secret (%j) and does not change it', (content) => {
  const folder = newFolder();
  const file = join(folder, 'secret');
  writeFileSync(file, content);
  expect(() => readAuthSecret(readEnv({ DATA_DIR: folder }))).toThrow(
    `${file} has ${content.trim().length} characters`,
  );
  expect(readFileSync(file, 'utf8')).toBe(content);
});
