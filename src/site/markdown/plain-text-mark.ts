/** Marks around words, and entities. A single mark may be meant, as in a word with letters left out. */
const MARK =
  /(?<![\p{sc=Latn}\p{sc=Cyrl}])(?:\*\*(?=\S)[^*]+\*\*|__(?=\S)[^_]+__|~~(?=\S)[^~]+~~)|`[^`]+`|\]\(|\[\[|&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|copy|euro|[mn]dash|hellip|shy|[lr][sd]quo);/iu;

/** A mark of Markdown, or an entity of HTML, in a title, a description or a word, which is shown as it is written. */
export const plainTextMark = (text: string): string | undefined => MARK.exec(text)?.[0];
