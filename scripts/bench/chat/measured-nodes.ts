import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import { UserError } from '../../../src/shared/user-error.ts';

export interface MeasuredNodes {
  ports: [number, number];
  end: () => Promise<unknown>;
}

/** Starts two nodes of the service in processes of their own. */
export async function startNodes(settings: Record<string, string>): Promise<MeasuredNodes> {
  const nodes = [startNode(settings), startNode(settings)];
  const endAll = () => Promise.all(nodes.map(end));
  try {
    return { ports: (await Promise.all(nodes.map(portOf))) as [number, number], end: endAll };
  } catch (error) {
    await endAll();
    throw error;
  }
}

function startNode(settings: Record<string, string>): ChildProcess {
  return fork(new URL('./measured-service.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    // Without a mail server, mails are printed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
}

async function portOf(node: ChildProcess): Promise<number> {
  const ended = once(node, 'exit').then(() => {
    throw new UserError('A node has ended before its time. What it said stands above.');
  });
  const [port] = (await Promise.race([once(node, 'message'), ended])) as [number];
  return port;
}

async function end(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const ended = once(node, 'exit');
  if (node.connected) node.disconnect();
  await ended;
}
