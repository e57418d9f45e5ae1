import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { UserError } from '../../../src/shared/user-error.ts';
import type { Talker } from '../lib/signed-in-users.ts';
import type { Joined, Order, Talked } from './load.ts';
import type { Usage } from './report-usage.ts';

export interface Contender {
  name: string;
  script: Exclude<keyof typeof scripts, 'load'>;
  settings: Record<string, string>;
  talkers: Talker[];
  roomSize: number;
  /** Messages in each room in a second. */
  rate: number;
  /** Share of people who have stopped reading. */
  stalled: number;
}

const scripts = {
  node: import.meta.resolve('../lib/service-process.ts'),
  relay: import.meta.resolve('./socket-io-relay.ts'),
  load: import.meta.resolve('./load.ts'),
};

/** Milliseconds, and bytes. */
export interface Measurement {
  heardP50: number;
  heardP99: number;
  storedP99: number;
  /** Share of a core that the server used. */
  core: number;
  /** Heap of an idle connection. */
  heap: number;
  /** Most memory that the server's process held, of all kinds. */
  memory: number;
}

const WARM_UP_SECONDS = 5;

/**
 * Starts a server, lets everybody talk to it, and ends it.
 * @returns nothing where not everything was heard in time
 */
export function run(contender: Contender, seconds: number): Promise<Measurement | undefined> {
  const { talkers, roomSize, rate, stalled } = contender;
  const everyMs = (roomSize / rate) * 1000;
  return withServer(contender, async (port, server, load) => {
    const usage = (): Promise<Usage> => ask(server, 'usage');
    const empty = await usage();
    await ask(load, { port, talkers, stalled });
    const idle = await usage();
    await ask(load, { seconds: WARM_UP_SECONDS, everyMs });
    const before = await usage();
    const { heard, expected, ...times } = await ask<Talked>(load, { seconds, everyMs });
    const after = await usage();
    if (heard !== expected) return undefined;
    return {
      ...times,
      core: (after.cpu - before.cpu) / 1e6 / seconds,
      heap: (idle.heap - empty.heap) / talkers.length,
      memory: after.memory,
    };
  });
}

/** Starts a server, lets all people enter a room at once, and ends it. */
export const runCrowd = (contender: Pick<Contender, 'settings' | 'talkers'>, room: string): Promise<Joined> =>
  withServer({ ...contender, script: 'node' }, (port, _server, load) =>
    ask<Joined>(load, { port, talkers: contender.talkers, room }),
  );

async function withServer<Result>(
  { script, settings }: Pick<Contender, 'script' | 'settings'>,
  measure: (port: number, server: ChildProcess, load: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const server = start(script, settings, ['--expose-gc']);
  const load = start('load', {}, []);
  try {
    return await measure(await next<number>(server), server, load);
  } finally {
    await Promise.all([server, load].map(end));
  }
}

const start = (script: keyof typeof scripts, settings: Record<string, string>, execArgv: string[]): ChildProcess =>
  fork(fileURLToPath(scripts[script]), {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });

/** Waits for the end of a process: if it outlived its database, it would report the loss. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

async function ask<Answer>(child: ChildProcess, what: Order | 'usage'): Promise<Answer> {
  child.send(what);
  return next<Answer>(child);
}

/** @throws where the process ends instead of saying something */
async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new UserError('A process of the measurement has ended before its time. What it said stands above.');
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  return message;
}
