import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';

import { z } from 'zod';

import { isProcessAlive, processName } from '../../shared/files/process-lock.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { DeployError } from '../deploy-error.ts';

/** Time for which a lease holds without renewal. */
export const LEASE_MS = 120_000;

/** Time between renewals. */
export const RENEWAL_MS = 30_000;

/** Content of a lease in a target, as JSON: the right of one deployment to change it. */
const leaseSchema = z.object({
  /** Tells this deployment from all others. */
  id: z.string(),
  /** Person, machine, process and beginning, for messages. */
  holder: z.string(),
  /** Process and machine: on the same machine it shows whether the holder still runs. */
  process: z.string(),
  machine: z.string(),
  /** ISO 8601. */
  until: z.string(),
});

export type Lease = z.output<typeof leaseSchema>;

/** A lease for this process. */
export function newLease(): Lease {
  return renewed({
    id: randomUUID(),
    holder: `${userInfo().username} on ${hostname()}, process ${process.pid}, since ${new Date().toISOString()}`,
    process: processName(process.pid),
    machine: machineId(),
    until: '',
  });
}

/** The lease with a new end. */
export const renewed = (lease: Lease): Lease => ({ ...lease, until: new Date(Date.now() + LEASE_MS).toISOString() });

/** @returns undefined for a text that is no lease, such as one that was written in part */
export function parseLease(text: string): Lease | undefined {
  try {
    return leaseSchema.parse(JSON.parse(text));
  } catch {
    // No deployment holds such a lease.
    return undefined;
  }
}

/**
 * Whether a lease may be taken: it has expired, or its process ran on this machine and has ended. A lease that lasts longer than any can is of a
 * machine whose clock is wrong: it is free where two renewals do not come.
 * @param read reads the lease again
 */
export async function isFree(
  lease: Lease | undefined,
  read: () => Lease | undefined | Promise<Lease | undefined>,
): Promise<boolean> {
  const leftMs = lease ? Date.parse(lease.until) - Date.now() : 0;
  if (!lease || leftMs < 0) return true;
  if (lease.machine === machineId()) return !isProcessAlive(lease.process);
  if (leftMs < 2 * LEASE_MS) return false;
  await wait(2 * RENEWAL_MS);
  return (await read())?.until === lease.until;
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The error for a lease that another deployment holds. */
export const leaseHeld = ({ holder, until }: Lease): DeployError =>
  new DeployError(
    'leaseHeld',
    `Another deployment is running: ${holder}. Wait for its end; without a sign of life its lease ends at ${until}. If you know that it does not run any more: --unlock.`,
  );

/** The error for a lease that was lost during a deployment. */
export const leaseLost = (): DeployError =>
  new DeployError(
    'leaseHeld',
    'Another deployment has taken the lease of this one, which had not renewed it in time. Run the command again.',
  );

/** Changes with each start of the machine, so that process ids of an earlier start do not count. */
function machineId(): string {
  const boot = readIfPresent(BOOT_ID);
  return `${hostname()} ${boot ? boot.toString().trim() : ''}`;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
