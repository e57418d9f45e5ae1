import type { HostsInput } from './hosts-schema.ts';

/** Gives `hosts.config.ts` its types. The fields are explained in `hosts-schema.ts`. */
export const defineHosts = (hosts: HostsInput): HostsInput => hosts;
