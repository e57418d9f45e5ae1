import { type Bucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import { isFree, type Lease, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../lease.ts';

const LEASES_FOLDER = `${OWN_FOLDER}leases/`;

/** Leases are numbered; the highest number is in force. Equally long numbers sort. */
const leaseKey = (number: number): string => `${LEASES_FOLDER}${String(number).padStart(12, '0')}.json`;

/**
 * Takes the lease with the number after the last. Of several deployments only one can create it: `If-None-Match: *`.
 * @throws DeployError while another deployment holds a lease
 */
export async function takeLease(bucket: Bucket) {
  let lease = newLease();
  const last = await lastKey(bucket);
  const held = last === undefined ? undefined : await leaseAt(bucket, last);
  if (held && !(await isFree(held, () => leaseAt(bucket, last!)))) throw leaseHeld(held);
  const key = leaseKey(last === undefined ? 1 : Number.parseInt(last.slice(LEASES_FOLDER.length), 10) + 1);
  await bucket.create(key, JSON.stringify(lease));
  // Also after a request whose answer was lost, and which was sent again.
  const winner = await leaseAt(bucket, key);
  if (winner?.id !== lease.id || (await lastKey(bucket)) !== key) throw leaseHeld(winner ?? lease);
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
  const check = (): void => {
    if (isLost || Date.parse(lease.until) < Date.now()) throw leaseLost();
  };
  return {
    /** @throws DeployError where another deployment has taken the lease, or may have */
    check,
    /** Looks at the bucket as well: `--unlock` may have removed the lease since its last renewal. */
    async confirm(): Promise<void> {
      await renew();
      check();
    },
    async release(): Promise<void> {
      clearInterval(renewal);
      if (isLost) return;
      // After `--unlock` the numbers begin again, and lower ones may be of others.
      for await (const each of bucket.keys(LEASES_FOLDER)) {
        if (each > key) continue;
        const other = await leaseAt(bucket, each);
        if (!other || other.id === lease.id || Date.parse(other.until) < Date.now()) await bucket.remove(each);
      }
    },
  };
}

/** Removes all leases. @returns the holder of the last; undefined without a lease */
export async function breakLease(bucket: Bucket): Promise<string | undefined> {
  const last = await lastKey(bucket);
  const found = last && (await leaseAt(bucket, last));
  for await (const key of bucket.keys(LEASES_FOLDER)) await bucket.remove(key);
  return found ? found.holder : undefined;
}

async function lastKey(bucket: Bucket): Promise<string | undefined> {
  let last: string | undefined;
  for await (const key of bucket.keys(LEASES_FOLDER)) last = key;
  return last;
}

const leaseAt = async (bucket: Bucket, key: string): Promise<Lease | undefined> =>
  parseLease((await bucket.read(key)) ?? '');
