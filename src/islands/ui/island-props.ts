/** Props of every island: facts about its page. */
export interface IslandProps {
  lang: string;
  /** Locale of dates, numbers and plural forms. */
  locale: string;
  /** Names of the brand's languages, each in itself. */
  names: Record<string, string>;
  /** Name of the brand. */
  brand: string;
  /** URL of the translation file. */
  words: string;
  /** Query of links to pages where the language is not the host's default: `?lang=de`. */
  query?: string;
}

/** A link to a page of the site in the current language. */
export const pageLink = ({ query = '' }: IslandProps, path: string): string => `${path}${query}`;
