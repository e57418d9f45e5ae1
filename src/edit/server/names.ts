import type { Site } from '../../site/editions/editions.ts';
import type { TextKey } from '../protocol.ts';

const DOCUMENTS: Record<string, string> = {
  home: 'Home page',
  rules: 'Rules',
  contacts: 'Contacts',
  privacy_policy: 'Privacy policy',
  qa: 'Questions and answers',
  accessibility: 'Accessibility statement',
  interface: 'Words of buttons and menus',
};

/** The name of a text for people. */
export const titleOfText = ({ key, title }: { key: TextKey; title: string }): string =>
  key.kind === 'article' ? title : (DOCUMENTS[key.name] ?? title);

const FIELDS: Record<string, string> = {
  title: 'Title',
  description: 'Description for search engines',
  date: 'Day of publication',
  updated: 'Day of the last change',
  draft: 'Draft',
};

/** The name of a field of the front matter, such as `field:updated`. */
export const nameOfField = (id: string): string => FIELDS[id.replace('field:', '')] ?? id;

/** Which sites show texts of a scope. */
export const nameOfScope = ({ editions }: Site, scope: string): string => {
  if (scope === 'shared') return 'All sites';
  const edition = editions.find(({ brand }) => brand.id === scope);
  return edition ? `Sites of ${edition.brand.name}` : scope;
};

/** Name of the language that texts are translated from, where that of all brands is the same. */
export const nameOfSource = ({ editions }: Site): string => {
  const [first, ...others] = new Set(editions.map(({ brand }) => brand.sourceLanguage));
  return others.length || !first ? 'the source language' : nameOfLanguage(first);
};

const languages = new Intl.DisplayNames('en', { type: 'language' });

export const nameOfLanguage = (lang: string): string => {
  try {
    return languages.of(lang) ?? lang;
  } catch {
    // A folder may have any name.
    return lang;
  }
};
