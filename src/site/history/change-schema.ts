import { z } from 'zod';

import { findBadCharacter } from '../../shared/text/decode-text.ts';
import { isLanguageTag } from '../editions/language-tag.ts';

const day = (field: string) => z.iso.date({ error: `${field} is no date. Write it as 2026-11-21` });

const MAX_NOTE_LENGTH = 300;

/** A text in several languages. */
const inLanguages = (field: string, maxLength?: number) =>
  z
    .record(
      z.string(),
      z
        .string({ error: `${field} has a value that is no text. Put it between quotes, or below a |` })
        .trim()
        .min(1, { error: `${field} has an empty text. Write it, or remove its language` })
        .max(maxLength ?? Number.POSITIVE_INFINITY, {
          error: `${field} is too long. Write a sentence of at most ${maxLength} characters`,
        })
        // YAML writes them as "\u0008".
        .refine((text) => !findBadCharacter(text), {
          error: ({ input }) =>
            `${field} has the character ${findBadCharacter(input as string)}, which cannot be shown. Remove it`,
        }),
      { error: `${field} is no list of languages. Write it as in { en: '…', de: '…' }` },
    )
    .refine((texts) => Object.keys(texts).length > 0, { error: `${field} has no text. Write it as in { en: '…' }` })
    .superRefine((texts, context) => {
      for (const lang of Object.keys(texts).filter((key) => !isLanguageTag(key)))
        context.addIssue({
          code: 'custom',
          path: [lang],
          message: `${field} has "${lang}", which is no language. Write a tag such as de or pt-BR`,
        });
    });

const changeSchema = z.strictObject({
  /** Day of the change. */
  day: day('day'),
  /**
   * Day from which the changed text holds.
   * @default `day`
   */
  inForce: day('inForce').optional(),
  /**
   * Whether a mail goes to every account.
   * @default false
   */
  important: z
    .boolean({ error: 'important is neither true nor false. Write important: true, or remove it' })
    .optional(),
  /** The change, in a sentence for readers. Plain text by language, of which the source language stands in for those that are missing. */
  note: inLanguages('note', MAX_NOTE_LENGTH),
  /** Markdown of the block before the change, without number and id, by language. Missing where the change added the block. */
  before: inLanguages('before').optional(),
  /** Whether the change removed the block. It is the last change then. */
  removed: z.literal(true, { error: 'removed is not true. Write removed: true, or remove it' }).optional(),
  /** For a removed block: id of the block that stood before it. It keeps its place until the removal is in force. */
  after: z.string({ error: 'after is no id. Write that of the block before this one' }).optional(),
});

/** A change of meaning of a rule or section. */
export type Change = z.output<typeof changeSchema>;

/** The changes of a rule or section, oldest first. */
export const changesSchema = z
  .array(changeSchema, { error: 'this is no list of changes. Start each with "- day: 2026-11-21"' })
  .min(1, { error: 'the list is empty. Write a change, or remove the file' })
  .superRefine((changes, context) => {
    const report = (index: number, field: keyof Change, message: string): void =>
      void context.addIssue({ code: 'custom', path: [index, field], message });
    changes.forEach((change, index) => {
      const last = changes[index - 1];
      if (inForceOf(change) < change.day) report(index, 'inForce', 'inForce lies before day. Correct one of them');
      if (last && change.day < last.day)
        report(index, 'day', 'day lies before that of the change above. Put the oldest change first');
      else if (last && inForceOf(change) < inForceOf(last))
        report(
          index,
          change.inForce ? 'inForce' : 'day',
          'the change is in force before the one above. Write a later inForce',
        );
      if (change.removed && index < changes.length - 1)
        report(index, 'removed', 'a change follows a removal. Remove it, or write the new block with an id of its own');
      if (index > 0 && !change.before)
        report(index, 'day', 'before is missing, which only the first change may lack. Add the text before the change');
      if (change.removed && !change.before)
        report(index, 'removed', 'before is missing. Add the text of the removed block');
      if (change.after !== undefined && !change.removed)
        report(index, 'after', 'after stands only beside removed. Remove it');
    });
  });

/** Day from which a change holds. */
export const inForceOf = ({ day: changed, inForce }: Pick<Change, 'day' | 'inForce'>): string => inForce ?? changed;
