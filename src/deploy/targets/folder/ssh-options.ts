import { z } from 'zod';

import { commonOptions } from '../common-options.ts';

/** A folder of another machine, over OpenSSH and rsync; its account needs a POSIX shell, `rsync` and the tools of GNU. It has the parts of a target of the type `folder`. */
export const sshSchema = z.strictObject({
  type: z.literal('ssh'),
  ...commonOptions,
  /**
   * Name of the machine, or an alias of the configuration of ssh, with or without a user. Its host key has to be in `known_hosts`: the command asks nothing.
   * @example 'deploy@www.example'
   */
  host: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*$/,
      'is no name of a machine. Write one such as "deploy@www.example"',
    ),
  /** Absolute path of the folder there: letters, digits, `.`, `_`, `-` and `/`. */
  path: z
    .string()
    .regex(
      /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)+$/,
      'is no absolute path of letters, digits, ".", "_" and "-". Write one such as "/srv/site"',
    ),
  /** Configuration file of ssh with keys, ports and aliases, instead of the user's. @default undefined */
  config: z
    .string()
    .regex(/^[^\s'"\\]+$/, 'is a path with spaces or quotes')
    .optional(),
  /** Shell command there that has the server read its configuration again, where it has changed. @default undefined @example 'sudo systemctl reload nginx' */
  reload: z.string().min(1).optional(),
});

export type SshOptions = z.output<typeof sshSchema>;
