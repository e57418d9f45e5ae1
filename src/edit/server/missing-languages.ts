import { ENGLISH_ONLY } from '../../site/content.ts';
import type { TextInfo } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';

/** The languages of the sites of a text that it lacks. */
export const missingLanguages = (
  { scopes }: Workspace,
  { key, languages }: Pick<TextInfo, 'key' | 'languages'>,
): string[] =>
  key.kind === 'document' && key.name === ENGLISH_ONLY
    ? []
    : (scopes.get(key.scope) ?? []).filter((lang) => !languages.includes(lang));
