import { isFree, type Lease, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../../lease.ts';
import type { Bucket } from './s3-bucket.ts';
import { leaseKey, LEASES_FOLDER } from './s3-keys.ts';

/** A lease that a deployment holds. */
export interface S3Lease {
  /** Whether the provider has refused a second lease of the same number, as conditional writes promise. */
  isExclusive: boolean;
  /** @throws DeployError where another deployment has taken the lease, or may have */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes the lease with the number after the last. Of several deployments only one can create it: `If-None-Match: *`.
 * @throws DeployError while another deployment holds a lease
 */
export async function takeLease(bucket: Bucket): Promise<S3Lease> {
  let lease = newLease();
  const last = await lastKey(bucket);
  const held = last === undefined ? undefined : await leaseAt(bucket, last);
  if (held && !isFree(held)) throw leaseHeld(held);
  const key = leaseKey(last === undefined ? 1 : Number.parseInt(last.slice(LEASES_FOLDER.length), 10) + 1);
  const isExclusive = await create(bucket, key, lease);
  let isLost = false;
  const renew = async (): Promise<void> => {
    const next = renewed(lease);
    if ((await lastKey(bucket)) !== key || (await leaseAt(bucket, key))?.id !== lease.id) isLost = true;
    if (isLost) return;
    await bucket.write(key, JSON.stringify(next));
    lease = next;
  };
  // A renewal that fails is tried again; `check` counts the time.
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEWAL_MS).unref();
  return {
    isExclusive,
    check() {
      if (isLost || Date.parse(lease.until) < Date.now()) throw leaseLost();
    },
    async release() {
      clearInterval(renewal);
      if (isLost) return;
      try {
        for await (const each of bucket.keys(LEASES_FOLDER)) if (each <= key) await bucket.remove(each);
      } catch {
        // It ends by itself. An error here would hide that of the deployment.
      }
    },
  };
}

/** @returns whether the provider knows the condition */
async function create(bucket: Bucket, key: string, lease: Lease): Promise<boolean> {
  const text = JSON.stringify(lease);
  const result = await bucket.create(key, text);
  if (result === 'unsupported') await bucket.write(key, text);
  // Also after a request whose answer was lost, and which was sent again.
  const winner = await leaseAt(bucket, key);
  if (winner?.id !== lease.id || (await lastKey(bucket)) !== key) throw leaseHeld(winner ?? lease);
  return result !== 'unsupported' && (await bucket.create(key, text)) === 'exists';
}

async function lastKey(bucket: Bucket): Promise<string | undefined> {
  let last: string | undefined;
  for await (const key of bucket.keys(LEASES_FOLDER)) last = key;
  return last;
}

const leaseAt = async (bucket: Bucket, key: string): Promise<Lease | undefined> =>
  parseLease((await bucket.read(key)) ?? '');
