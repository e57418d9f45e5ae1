import { Parser } from 'htmlparser2';

export interface HtmlDocument {
  /** In the order of their start tags. */
  elements: HtmlElement[];
  comments: string[];
}

export interface HtmlElement {
  name: string;
  attributes: Partial<Record<string, string>>;
  /** Content of a script or style; empty for other elements. */
  text: string;
  /** Offset of its start tag. */
  start: number;
  /** Offset behind its start tag; of a script or style, behind its end tag. */
  end: number;
}

/** Parses a page as browsers do: text and attributes that look like tags are not taken for tags. */
export function readHtml(html: string): HtmlDocument {
  const elements: HtmlElement[] = [];
  const comments: string[] = [];
  let open: HtmlElement | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '', start: parser.startIndex, end: parser.endIndex + 1 };
      elements.push(element);
      if (name === 'script' || name === 'style') open = element;
    },
    ontext(text) {
      if (open) open.text += text;
    },
    onclosetag() {
      if (open) open.end = parser.endIndex + 1;
      open = undefined;
    },
    oncomment: (text) => void comments.push(text),
  });
  parser.end(html);
  return { elements, comments };
}
