import { parseArgs } from 'node:util';

import { DeployError } from '../../../src/deploy/deploy-error.ts';

export interface DeployArguments {
  /** Name of the target. */
  name: string | undefined;
  isDryRun: boolean;
  /** Generation to go back to. */
  to: string | undefined;
  hosts: string[] | undefined;
  keep: number | undefined;
  /** Work on the target in place of a deployment. */
  task: 'verify' | 'repair' | 'unlock' | 'doctor' | undefined;
}

export const USAGE =
  'npm run deploy -- <target> [--dry-run] [--to <build>] [--host <host>,…] [--keep <number>] [--json], or npm run deploy -- <target> --verify all, --repair, --unlock or --doctor. docs/ship.md explains it.';

/** @throws DeployError for arguments that are unknown or contradict each other */
export function readArguments(args: string[]): DeployArguments {
  const { values, positionals } = parse(args);
  const { to, host, keep, verify } = values;
  const [task, ...others] = TASKS.filter((name) => values[name]);
  if (positionals.length > 1) throw wrong(`names ${positionals.length} targets. Deploy to one after the other`);
  if (to !== undefined && host) throw wrong('has --to and --host. A generation comes back whole: leave --host out');
  if (verify !== undefined && verify !== 'all') throw wrong(`has --verify "${verify}". Write --verify all`);
  if (task && (others.length || to !== undefined || host || keep !== undefined || values['dry-run']))
    throw wrong(`has --${task} with another argument. Do one after the other`);
  const hosts = host?.flatMap((list) => list.split(',')).filter(Boolean);
  if (hosts && !hosts.length) throw wrong('has --host without a name. Name hosts, with commas between them');
  if (keep !== undefined && !/^[1-9]\d{0,2}$/.test(keep))
    throw wrong(`has --keep "${keep}". Write a number from 1 to 999`);
  return {
    name: positionals[0],
    isDryRun: values['dry-run'],
    to,
    hosts,
    keep: keep === undefined ? undefined : Number(keep),
    task,
  };
}

const TASKS = ['verify', 'repair', 'unlock', 'doctor'] as const;

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        to: { type: 'string' },
        host: { type: 'string', multiple: true },
        keep: { type: 'string' },
        json: { type: 'boolean', default: false },
        verify: { type: 'string' },
        repair: { type: 'boolean' },
        unlock: { type: 'boolean' },
        doctor: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // After its first sentence, the message explains how to name a target that begins with a hyphen.
    const [sentence] = (error as Error).message.split('. ');
    throw new DeployError('wrongUse', `${sentence}. Write ${USAGE}`);
  }
}

const wrong = (mistake: string): DeployError => new DeployError('wrongUse', `The command ${mistake}.`);
