import type { Diagnostic } from '../shared/user-error.ts';
import type { BlockInLanguage, NotedChange, TextInfo } from './protocol.ts';

/** Data of the page of a block. */
export interface BlockPageData {
  text: TextInfo;
  block: string;
  languages: BlockInLanguage[];
  /** Language that the others are translated from. */
  source: string;
  /** Pages that show the text. */
  previews: { brand: string; host: string; lang: string; path: string }[];
  /** Today in UTC. */
  today: string;
  /** A change of meaning of today: a further one on the same day takes its place. */
  changeOfToday: NotedChange | undefined;
  /** Saves that can be undone and redone next, in words. */
  steps: { undo: string | undefined; redo: string | undefined };
  /** Whether each save makes a commit; undefined where the texts are in no git repository. */
  commits: boolean | undefined;
}

/** A mistake of a field, or a difference from the original that may be a mistake. */
export interface FieldProblem extends Diagnostic {
  /** Whether it stops a build. */
  isError?: boolean;
}

/** A mistake on the home page. */
export interface FoundProblem {
  /** Text, language and line. */
  place: string;
  /** Page of the text; undefined for another file. */
  url: string | undefined;
  message: string;
}

/** Answer of `check`. */
export interface CheckAnswer {
  problems: (FieldProblem & { lang: string; block?: string | undefined })[];
}

/** Answer of `undo` and `redo`. */
export interface StepAnswer {
  /** The save that was undone or done again; undefined where there was none. */
  done?: string | undefined;
}

/** Answer of `next-stale`. */
export interface NextStaleAnswer {
  /** Page of a block, or of notes; undefined where no translation is stale. */
  url?: string | undefined;
}
