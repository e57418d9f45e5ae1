const MARK = /\*\*|__|~~|`|\]\(|\[\[|&(?:#\d+|#x[\da-f]+|[a-z]{2,}\d*);/i;

/** A mark of Markdown, or an entity of HTML, in a title, a description or a word, which is shown as it is written. */
export const plainTextMark = (text: string): string | undefined => MARK.exec(text)?.[0];
