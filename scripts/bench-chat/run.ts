import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { Mistake } from '../../src/problems.ts';
import type { Order, Times } from './load.ts';
import type { Usage } from './parent.ts';
import type { Talker } from './people.ts';

export interface Contender {
  name: string;
  script: Exclude<keyof typeof scripts, 'load'>;
  settings: Record<string, string>;
  talkers: Talker[];
}

const scripts = {
  node: import.meta.resolve('./node.ts'),
  relay: import.meta.resolve('./relay.ts'),
  load: import.meta.resolve('./load.ts'),
};

/** Milliseconds, and bytes. */
export interface Measurement {
  heardP50: number;
  heardP99: number;
  storedP99: number;
  /** Share of one core that the server took. */
  core: number;
  /** Heap of one connection over which nothing is said. */
  heap: number;
}

const WARM_UP_SECONDS = 5;

/** Starts a server, lets everybody talk to it, and ends it. */
export async function run({ script, settings, talkers }: Contender, seconds: number): Promise<Measurement> {
  const server = start(script, settings, ['--expose-gc']);
  const load = start('load', {}, []);
  try {
    const port = await next<number>(server);
    const usage = (): Promise<Usage> => ask(server, 'usage');
    const order = <Answer>(of: Order): Promise<Answer> => ask(load, of);
    const empty = await usage();
    await order({ port, talkers });
    const idle = await usage();
    await order({ seconds: WARM_UP_SECONDS });
    const before = await usage();
    const { heard, stored } = await order<Times>({ seconds });
    const after = await usage();
    const expected = stored.length * (talkers.length / new Set(talkers.map(({ rooms }) => rooms[0])).size);
    if (heard.length !== expected) throw new Mistake(`${expected} should have been heard, and ${heard.length} were.`);
    return {
      heardP50: quantile(heard, 0.5),
      heardP99: quantile(heard, 0.99),
      storedP99: quantile(stored, 0.99),
      core: (after.cpu - before.cpu) / 1e6 / seconds,
      heap: (idle.heap - empty.heap) / talkers.length,
    };
  } finally {
    for (const child of [server, load]) if (child.connected) child.disconnect();
  }
}

const start = (script: keyof typeof scripts, settings: Record<string, string>, execArgv: string[]): ChildProcess =>
  fork(fileURLToPath(scripts[script]), {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });

async function ask<Answer>(child: ChildProcess, what: Order | 'usage'): Promise<Answer> {
  child.send(what);
  return next<Answer>(child);
}

/** @throws where the process ends instead of saying something */
async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new Mistake('A process of the measurement has ended before its time. What it said stands above.');
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  return message;
}

const quantile = (numbers: number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)]!;
