import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { readIfPresent } from '../../../shared/files/read-if-present.ts';
import { isFree, type Lease, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../../lease.ts';

/** A lease that a deployment holds. */
export type HeldLease = Awaited<ReturnType<typeof takeLease>>;

/** Takes the lease that a file stands for, and renews it. @throws DeployError while another deployment holds it */
export async function takeLease(file: string) {
  let lease = newLease();
  const own = `${file}.${lease.id}`;
  const write = (): void => writeFileSync(own, JSON.stringify(lease));
  write();
  try {
    if (!link(own, file)) {
      await removeIfFree(file, own);
      if (!link(own, file)) throw leaseHeld(read(file) ?? lease);
    }
  } finally {
    rmSync(own, { force: true });
  }
  const isOwn = (): boolean => read(file)?.id === lease.id;
  const renewal = setInterval(() => {
    if (!isOwn()) return;
    lease = renewed(lease);
    write();
    renameSync(own, file);
  }, RENEWAL_MS).unref();
  return {
    /** @throws DeployError where another deployment has taken the lease */
    check(): void {
      if (!isOwn()) throw leaseLost();
    },
    release(): void {
      clearInterval(renewal);
      if (isOwn()) rmSync(file);
    },
  };
}

/** Creates a file with its content in a step. @returns false where it exists */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lease of a killed deployment. Of two processes that do so, the second finds another lease, and puts it back. */
async function removeIfFree(file: string, own: string): Promise<void> {
  const found = read(file);
  if (found && !(await isFree(found, () => read(file)))) throw leaseHeld(found);
  const aside = `${own}.free`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const removed = parseLease(readFileSync(aside, 'utf8'));
  if (removed && removed.id !== found?.id) link(aside, file);
  rmSync(aside);
}

/** Removes a lease that a deployment left behind. @returns its holder; undefined without a lease */
export function breakLease(file: string): string | undefined {
  const found = read(file);
  rmSync(file, { force: true });
  return found?.holder;
}

const read = (file: string): Lease | undefined => parseLease(String(readIfPresent(file)));
