import { ENGLISH_ONLY } from '../../site/content.ts';
import { configuredScopes } from '../model/scopes.ts';
import type { TextInfo } from '../protocol.ts';

/** The languages of the sites of a text that it lacks. */
export const missingLanguages = ({ key, languages }: Pick<TextInfo, 'key' | 'languages'>): string[] =>
  key.kind === 'document' && key.name === ENGLISH_ONLY
    ? []
    : (configuredScopes().get(key.scope) ?? []).filter((lang) => !languages.includes(lang));
