import { isFree, type Lease, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../lease.ts';
import type { StateDatabase } from './state-database.ts';

const NAME = 'lease';

/** Removes the lease of a worker. @returns its holder; undefined without a lease */
export async function breakLease(state: StateDatabase): Promise<string | undefined> {
  const row = await state.text(NAME);
  if (row) await state.removeText(NAME, row.id);
  return row && parseLease(row.content)?.holder;
}

/** Takes the lease of a worker, and renews it. @throws DeployError while another deployment holds it */
export async function takeLease(state: StateDatabase) {
  let lease = newLease();
  const row = await state.text(NAME);
  const read = async (): Promise<Lease | undefined> => parseLease((await state.text(NAME))?.content ?? '');
  const found = row && parseLease(row.content);
  if (found && !(await isFree(found, read))) throw leaseHeld(found);
  // Of two deployments that found the same lease, the first exchanges it.
  if (!(await state.exchangeText(NAME, lease.id, JSON.stringify(lease), row?.id ?? lease.id)))
    throw leaseHeld((await read()) ?? lease);
  const renewal = setInterval(() => {
    lease = renewed(lease);
    // A renewal that fails is seen by `check`.
    state.renewText(NAME, lease.id, JSON.stringify(lease)).catch(() => undefined);
  }, RENEWAL_MS).unref();
  return {
    /** @throws DeployError where another deployment has taken the lease */
    async check(): Promise<void> {
      if ((await state.text(NAME))?.id !== lease.id) throw leaseLost();
    },
    async release(): Promise<void> {
      clearInterval(renewal);
      await state.removeText(NAME, lease.id);
    },
  };
}
