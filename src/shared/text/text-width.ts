const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters that take the width of two others. */
const WIDE = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\u3000-\u303F\uFF01-\uFF60]/v;

/** Every letter that takes another width, and others. */
const UNUSUAL_CHARACTER = /[^\x20-\u02FF\u0400-\u0482\u048A-\u052F\u2010-\u2027]/;

/** The width of a text in letters of the Latin script: Chinese, Japanese and Korean letters count twice, marks on letters do not count. */
export const textWidth = (text: string): number =>
  UNUSUAL_CHARACTER.test(text)
    ? [...graphemes.segment(text)].reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0)
    : text.length;
