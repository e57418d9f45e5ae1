import type { Logger } from 'pino';

import type { UnreadyReason } from '../contract/response-schemas.ts';
import { LeakyBucket } from '../shared/leaky-bucket.ts';

const DATABASE_MS = 1000;

/** Checks of the database. Load balancers ask once a second at most. */
const CHECKS = { burst: 10, perSecond: 5 };

export type Readiness = ReturnType<typeof createReadiness>;

/** Tells whether this node should receive requests. @param lacksMigrations asks the database */
export function createReadiness(lacksMigrations: () => Promise<boolean>, log: Logger) {
  let isDraining = false;
  let lastReasons = '';
  let check: Promise<UnreadyReason[]> | undefined;
  /** Concurrent probes share a check, so that probes do not pile up on a slow database. */
  const checkOnce = (): Promise<UnreadyReason[]> =>
    (check ??= checkDatabase(lacksMigrations).finally(() => (check = undefined)));
  const checks = new LeakyBucket(CHECKS);
  let known: UnreadyReason[] = ['database'];
  /** A flood of probes gets the last answer, which is a fraction of a second old; before the first, the database has not answered. */
  const reasonsOfDatabase = async (): Promise<UnreadyReason[]> => {
    if (!checks.take()) return known;
    return (known = await Promise.race([checkOnce(), after<UnreadyReason[]>(DATABASE_MS, ['database'])]));
  };
  return {
    /** Reasons against it; empty while the node is ready. Never throws; resolves within little more than a second. */
    reasons: async (): Promise<UnreadyReason[]> => {
      const reasons = await reasonsOfDatabase();
      const all: UnreadyReason[] = isDraining ? ['draining', ...reasons] : reasons;
      if (String(all) !== lastReasons) log.warn({ reasons: all }, all.length ? 'not ready' : 'ready again');
      lastReasons = String(all);
      return all;
    },
    /** Makes the node unready before it stops. */
    drain: (): void => void (isDraining = true),
    isDraining: (): boolean => isDraining,
  };
}

async function checkDatabase(lacksMigrations: () => Promise<boolean>): Promise<UnreadyReason[]> {
  try {
    return (await lacksMigrations()) ? ['migrations'] : [];
  } catch {
    return ['database'];
  }
}

const after = <Value>(ms: number, value: Value): Promise<Value> =>
  new Promise((done) => void setTimeout(done, ms, value).unref());
