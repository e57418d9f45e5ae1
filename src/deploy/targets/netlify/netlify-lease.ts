import { setTimeout as wait } from 'node:timers/promises';

import { isFree, type Lease, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../../lease.ts';
import type { NetlifyApi } from './netlify-api.ts';

/** Metadata of a site has no condition on writing: who wrote last after this time holds the lease. */
const SETTLE_MS = 500;

/** The metadata of the site that keeps the state of a target. A deployment changes it while it holds the lease. */
interface HeldState {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string | undefined): Promise<void>;
  /** @throws DeployError where another deployment has taken the lease */
  check(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lease of a target, and renews it.
 * @param uninterrupted the API for giving it back
 * @throws DeployError while another deployment holds it
 */
export async function takeLease(api: NetlifyApi, uninterrupted: NetlifyApi, site: string): Promise<HeldState> {
  let lease = newLease();
  const found = await currentLease(api, site);
  if (found && !isFree(found)) throw leaseHeld(found);
  const write = async (name: string, text: string | undefined, through = api): Promise<void> => {
    const { [name]: _, ...others } = await through.metadata(site);
    await through.putMetadata(site, { ...others, ...(text !== undefined && { [name]: text }) });
  };
  await write(LEASE, JSON.stringify(lease));
  await wait(SETTLE_MS);
  const after = await currentLease(uninterrupted, site);
  if (after?.id !== lease.id) throw leaseHeld(after ?? lease);
  let isLost = false;
  /** Writes follow each other, so that none undoes another. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>): Promise<void> => (last = last.then(task, task));
  const check = async (): Promise<void> => {
    if (isLost || (await currentLease(api, site))?.id !== lease.id) throw leaseLost();
  };
  const renewal = setInterval(() => {
    inTurn(async () => {
      await check();
      lease = renewed(lease);
      await write(LEASE, JSON.stringify(lease));
    }).catch(() => (isLost = true));
  }, RENEWAL_MS);
  renewal.unref();
  return {
    async read(name) {
      const value = (await api.metadata(site))[name];
      return typeof value === 'string' ? value : undefined;
    },
    write: (name, text) =>
      inTurn(async () => {
        await check();
        await write(name, text);
      }),
    check,
    async release() {
      clearInterval(renewal);
      await inTurn(async () => {
        if ((await currentLease(uninterrupted, site))?.id === lease.id) await write(LEASE, undefined, uninterrupted);
      });
    },
  };
}

const LEASE = 'deploy_lease';

async function currentLease(api: NetlifyApi, site: string): Promise<Lease | undefined> {
  const { [LEASE]: text } = await api.metadata(site);
  return typeof text === 'string' ? parseLease(text) : undefined;
}
