import { z } from 'zod';

const day = (field: string) => z.iso.date({ error: `${field} is no date. Write it as 2026-11-21` });

const text = (field: string, remedy: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined ? `${field} is missing. ${remedy}` : `${field} is no text. Put it between double quotes`,
  });

const description = text('description', 'Add one sentence that tells a search engine what the page says')
  .min(50, { error: 'description is too short. Write 50 to 200 characters' })
  .max(200, { error: 'description is too long for a search result. Write 50 to 200 characters' });

/** Front matter of rules, contacts, privacy policy, Q&A and home text. */
export const documentFields = z.strictObject({
  description,
  /** Day of the last change that matters to readers. */
  updated: day('updated'),
});

/** Front matter of an article. */
export const articleFields = z.strictObject({
  title: text('title', 'Add the headline of the article')
    .min(1, { error: 'title is empty. Write the headline of the article' })
    .max(90, { error: 'title is too long. Write at most 90 characters' }),
  description,
  /** Day of publication. */
  date: day('date'),
  /** Day of the last change that matters to readers. */
  updated: day('updated').optional(),
});

export type DocumentFields = z.output<typeof documentFields>;
export type ArticleFields = z.output<typeof articleFields>;
