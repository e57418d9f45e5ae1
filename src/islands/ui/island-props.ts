/** The page that an island stands on: all that every island is told. */
export interface IslandProps {
  lang: string;
  /** Name of the brand. */
  brand: string;
  /** Where browsers find the words of the language. */
  words: string;
  /** What links to pages end with where the language is not the host's default: `?lang=de`. */
  query?: string;
}

/** Link to a page of the site, in the language of this one. */
export const pageLink = ({ query = '' }: IslandProps, path: string): string => `${path}${query}`;
