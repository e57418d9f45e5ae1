import type { Draft } from '../files/unsaved-files.ts';
import type { TextKey } from '../protocol.ts';

/** Language that a text is translated from. */
export const sourceLanguageOf = ({ workspace }: Draft, { scope }: Pick<TextKey, 'scope'>): string =>
  workspace.site.folder.sourceLanguageOf(scope);
