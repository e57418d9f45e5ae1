import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';

/** Starts a node of the service in a process of its own. @param project folder with the release and its built site */
export function startNode(settings: Record<string, string>, project = '.'): ChildProcess {
  return fork(resolve(project, 'scripts/bench/lib/service-process.ts'), {
    cwd: project,
    execArgv: ['--expose-gc'],
    // Without a mail server, mails are printed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
}

/** Starts two nodes on a database. */
export async function startNodes(
  settings: Record<string, string>,
): Promise<{ ports: [number, number]; end: () => Promise<unknown> }> {
  const nodes = [startNode(settings), startNode(settings)];
  const end = (): Promise<unknown> => Promise.all(nodes.map(endNode));
  try {
    return { ports: (await Promise.all(nodes.map(portOf))) as [number, number], end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Resolves with the port of a node once it listens. @throws UserError if the node ends before */
export async function portOf(node: ChildProcess): Promise<number> {
  const ended = once(node, 'exit').then(() => {
    throw new UserError('A node has ended before its time. What it said stands above.');
  });
  const [port] = (await Promise.race([once(node, 'message'), ended])) as [number];
  return port;
}

/** Ends a node. */
export async function endNode(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const ended = once(node, 'exit');
  if (node.connected) node.disconnect();
  await ended;
}
