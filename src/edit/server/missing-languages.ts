import { isEnglishOnly } from '../../site/content.ts';
import type { TextInfo } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';

/** The languages of the sites of a text that it lacks. */
export const missingLanguages = (
  { scopes, site }: Workspace,
  { key, languages }: Pick<TextInfo, 'key' | 'languages'>,
): string[] =>
  key.kind === 'document' && isEnglishOnly(site.folder.sourceLanguageOf(key.scope), key.name)
    ? []
    : (scopes.get(key.scope) ?? []).filter((lang) => !languages.includes(lang));
