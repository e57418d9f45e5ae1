/** The page that an island stands on: all that every island is told. */
export interface Place {
  lang: string;
  /** Name of the brand. */
  brand: string;
  /** Where browsers find the words of the language. */
  words: string;
}
