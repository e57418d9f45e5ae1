import { z } from 'zod';

import { ACTS } from './protocol.ts';

/** A decision as its person reads it: a statement of reasons in the fields of Article 17 of Regulation (EU) 2022/2065. */
export const statementSchema = z.object({
  id: z.string(),
  act: z.enum(ACTS).exclude(['dismiss']),
  at: z.iso.datetime(),
  until: z.iso
    .datetime()
    .optional()
    .meta({ description: 'End of a mute, limit or ban; a ban for good ends in the year 9999' }),
  room: z.string().optional().meta({ description: 'Public room of the messages' }),
  facts: z.string().meta({ description: 'What it rests on, in the words of the moderator' }),
  removed: z.array(z.string()).meta({ description: 'Texts of removed messages' }),
  initiative: z.enum(['report', 'own']),
  automated: z.boolean(),
  rule: z
    .object({ title: z.string(), version: z.number(), path: z.string() })
    .optional()
    .meta({ description: 'The rule, in the language of the edition' }),
  read: z.boolean().meta({ description: 'Whether the person has confirmed having read it' }),
  undone: z.object({ at: z.iso.datetime(), note: z.string() }).optional(),
  appealUntil: z.iso.datetime().meta({ description: 'Last moment of an appeal' }),
  appeal: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      outcome: z.object({ upheld: z.boolean(), answer: z.string(), at: z.iso.datetime() }).optional(),
    })
    .optional(),
});

/** A report of the user with its outcome: whether the rules were broken. The decision about another person is not shown. */
export const ownReportSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
  outcome: z.enum(['waiting', 'acted', 'notActed']),
  decidedAt: z.iso.datetime().optional(),
});

export type Statement = z.output<typeof statementSchema>;
export type OwnReport = z.output<typeof ownReportSchema>;
