import { plainText } from './html-text.ts';

export interface Question {
  question: string;
  /** Plain text without links. */
  answer: string;
}

/** The questions of a rendered Q&A: every `<h3>` with the content up to the next heading. */
export function questionsOf(html: string): Question[] {
  return html
    .split(/(?=<h[23] )/)
    .filter((part) => part.startsWith('<h3 '))
    .map((part) => {
      const [heading = '', ...answer] = part.split('</h3>');
      return { question: plainText(heading), answer: plainText(answer.join('')) };
    });
}
