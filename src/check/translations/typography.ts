/** A habit of a language that texts break more often by mistake than on purpose. */
export interface Habit {
  breaks: RegExp;
  message: string;
  hint: string;
}

const dashes = (mark: string, others: string): Habit[] => [
  {
    breaks: new RegExp(`(?<=\\S) ${mark}`),
    message: `a plain space stands before “${mark}”`,
    hint: 'Write a no-break space (U+00A0), so that no line begins with the dash',
  },
  {
    breaks: new RegExp(`(?<=\\S)[ \\u00A0][${others}] `),
    message: 'a dash is of another kind',
    hint: `Write “${mark}”`,
  },
];

/** A nickname cannot be declined, and most prepositions need a case. */
const caseOfName = (prepositions: string): Habit => ({
  breaks: new RegExp(`(?<!\\p{L})(?:${prepositions})\\s\\{\\{name\\}\\}`, 'iu'),
  message: '{{name}} stands where the language needs a case',
  hint: 'Word the sentence so that the nickname stays as it is: “Report: {{name}}”',
});

const slavic = dashes('—', '–-');
const habits: Record<string, Habit[]> = {
  fr: [
    {
      breaks: /(?<=\S) [:;!?»]|« /,
      message: 'a plain space stands beside a mark',
      hint: 'Write a no-break space (U+00A0) before : ; ! ? » and after «',
    },
  ],
  pl: [...dashes('–', '—-'), caseOfName('z|ze|dla|od|do|o|u|bez|przez|przed|nad')],
  ru: [...slavic, caseOfName('с|со|для|от|к|о|об|у|без|за|перед|над')],
  uk: [...slavic, caseOfName('з|із|зі|для|від|до|про|у|без|за|перед|над')],
};

/** Mistakes of typography and grammar in a block that a program can find: no-break spaces, dashes, and cases of nicknames. */
export const brokenHabits = (lang: string, text: string): Habit[] =>
  (habits[lang] ?? []).filter(({ breaks }) => breaks.test(text));
