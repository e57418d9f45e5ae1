import { z } from 'zod';

import { BAD_CHARACTER_HINT, findBadCharacter } from '../../../shared/text/decode-text.ts';
import { textWidth } from '../../../shared/text/text-width.ts';
import { plainTextMark } from '../plain-text-mark.ts';

const day = (field: string) => z.iso.date({ error: `${field} is no date. Write it as 2026-11-21` });

const text = (field: string, hint: string) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? `${field} is missing. ${hint}` : `${field} is no text. Put it between double quotes`,
    })
    .trim()
    .refine((value) => !findBadCharacter(value), {
      error: ({ input }) =>
        `${field} has the character ${findBadCharacter(input as string)}, which cannot be shown. ${BAD_CHARACTER_HINT}`,
    })
    .refine((value) => !plainTextMark(value), {
      error: ({ input }) =>
        `${field} has ${plainTextMark(input as string)}, which is shown as it is written. Write it as plain text`,
    });

const LENGTH_HINT = 'Write 50 to 200 characters; Chinese, Japanese and Korean ones count twice';

const description = text('description', 'Add one sentence that describes the page for search engines')
  .refine((value) => Math.max(value.length, textWidth(value)) >= 50, {
    error: `description is too short. ${LENGTH_HINT}`,
  })
  .refine((value) => textWidth(value) <= 200, { error: `description is too long for a search result. ${LENGTH_HINT}` });

/** Front matter of rules, contacts, privacy policy, accessibility statement, Q&A and home text. */
export const documentFields = z.strictObject({
  description,
  /** Day of the last change that matters to readers. */
  updated: day('updated'),
});

/** Front matter of an article. */
export const articleFields = z
  .strictObject({
    title: text('title', 'Add the headline of the article')
      .regex(/[\p{L}\p{N}]/u, { error: 'title has no words. Write the headline of the article' })
      .refine((value) => textWidth(value) <= 90, { error: 'title is too long. Write at most 90 characters' }),
    description,
    /** Day of publication in UTC. Before it, only `npm run dev` shows the article. */
    date: day('date'),
    /**
     * Only `npm run dev` shows it.
     * @default false
     */
    draft: z.boolean({ error: 'draft is neither true nor false. Write draft: true, or remove it' }).optional(),
    /** Day of the last change that matters to readers. */
    updated: day('updated').optional(),
  })
  .refine(({ date, updated }) => !updated || updated >= date, {
    path: ['updated'],
    error: 'updated lies before date. Write the day of the last change, or leave it out',
  });

export type DocumentFields = z.output<typeof documentFields>;
export type ArticleFields = z.output<typeof articleFields>;
