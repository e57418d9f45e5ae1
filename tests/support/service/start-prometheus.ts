import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';

export interface Prometheus {
  /** Queries the API. @see https://prometheus.io/docs/prometheus/latest/querying/api/ */
  ask: <Data>(path: string, query?: Record<string, string>) => Promise<{ status: string; error?: string; data: Data }>;
  stop: () => Promise<void>;
}

/** Starts Prometheus on loopback with the files of a folder. It scrapes a single node each second. */
export async function startPrometheus(configDir: string, target: string, token: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  cpSync(configDir, folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  const config = readFileSync(file, 'utf8').replaceAll('127.0.0.1:4321', target).replaceAll(': 15s', ': 1s');
  writeFileSync(file, config);
  writeFileSync(join(folder, 'token'), token);
  const port = await freePort();
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn(programs.prometheus!, args, { stdio: 'ignore' });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return {
    ask: async (path, query = {}) => {
      const url = `http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(query).toString()}`;
      return (await fetch(url)).json() as never;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Keywords of PromQL. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset', 'inf', 'nan']);

/** Names of the metrics in a query: its identifiers without strings, labels, ranges, functions and keywords. */
export function metricsIn(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = bare.match(/(?<![\w.:])[a-z_:][\w:]*(?!\w)(?!\s*\()/gi) ?? [];
  return names.filter((name) => !KEYWORDS.has(name.toLowerCase()));
}
