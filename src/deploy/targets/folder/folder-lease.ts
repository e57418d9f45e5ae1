import { isFree, leaseHeld, leaseLost, newLease, parseLease, renewed, RENEWAL_MS } from '../lease.ts';
import { scripts, WHILE_HELD } from './scripts.ts';
import type { Shell } from './shell.ts';

/** A lease that a deployment holds on another machine. */
export type HeldLease = Awaited<ReturnType<typeof takeLease>>;

/** Leases of killed deployments that are removed. */
const ATTEMPTS = 3;

/** Takes the lease of a folder, and renews it. @throws DeployError while another deployment holds it */
export async function takeLease(shell: Shell, path: string) {
  let lease = newLease();
  const { id } = lease;
  const take = async () => parseLease(await shell.run(scripts.takeLease, [path, id], JSON.stringify(lease)));
  const read = async () => parseLease(await shell.run(scripts.readLease, [path]));
  let found = await take();
  // The last script of a killed deployment may take the lease after its death.
  for (let attempt = 1; found?.id !== id; attempt += 1) {
    if (attempt > ATTEMPTS || (found && !(await isFree(found, read)))) throw leaseHeld(found ?? lease);
    await shell.run(scripts.removeLease, [path, id, found?.id ?? '']);
    found = await take();
  }
  const renewal = setInterval(() => {
    lease = renewed(lease);
    // The check before visitors get the generation reports a lease that could not be renewed.
    shell.run(scripts.renewLease, [path, id], JSON.stringify(lease)).catch(() => undefined);
  }, RENEWAL_MS).unref();
  return {
    /**
     * Runs a script there if the lease is still held, in a step: the machine of the deployment may have slept.
     * @param args its `$3` and so on
     * @returns its standard output
     * @throws DeployError where another deployment has taken the lease
     */
    async run(script: string, args: string[], input = ''): Promise<string> {
      const output = await shell.run(`${WHILE_HELD}\n${script}`, [path, id, ...args], input);
      if (output === 'lost\n') throw leaseLost();
      return output;
    },
    async release(): Promise<void> {
      clearInterval(renewal);
      await shell.runToEnd(scripts.releaseLease, [path, id]);
    },
  };
}
