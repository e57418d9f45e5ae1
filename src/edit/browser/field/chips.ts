import { RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, MatchDecorator, ViewPlugin, WidgetType } from '@codemirror/view';

import { element } from '../../../browser/element.ts';

/** A link of Markdown in a field. */
export interface Link {
  text: string;
  target: string;
}

/** A place in a field, as offsets. */
export interface Span {
  from: number;
  to: number;
}

/** A placeholder such as `{domain}` or `{{count}}`, or a link. */
const CHIP = /\{\{\w+\}\}|\{\w+\}|(?<!!)\[((?:\\.|[^[\]\\])*)\]\(([^()\s]*)\)/g;

/** The Markdown of a link. */
export const linkMarkdown = ({ text, target }: Link): string => `[${text}](${target})`;

/** The link that a range touches, with its place. */
export function linkAt(text: string, { from, to }: Span): (Span & Link) | undefined {
  for (const match of text.matchAll(CHIP)) {
    const end = match.index + match[0].length;
    if (match[2] !== undefined && match.index <= to && end >= from)
      return { from: match.index, to: end, text: match[1]!, target: match[2] };
  }
  return undefined;
}

/** Shows placeholders and links as chips. The cursor steps over a chip, and deleting removes all of it. */
export function chips(editLink: (view: EditorView, place: Span) => void) {
  const decorator = new MatchDecorator({
    regexp: CHIP,
    decoration: ([whole, text, target]) =>
      Decoration.replace({ widget: new Chip(whole, target === undefined ? undefined : { text: text!, target }) }),
  });
  return ViewPlugin.define<{ chips: DecorationSet; update: (update: never) => void }>(
    (view) => ({
      chips: decorator.createDeco(view),
      update(update) {
        this.chips = decorator.updateDeco(update, this.chips);
      },
    }),
    {
      decorations: ({ chips: all }) => all,
      provide: (plugin) =>
        EditorView.atomicRanges.of((view): RangeSet<Decoration> => view.plugin(plugin)?.chips ?? RangeSet.empty),
      eventHandlers: {
        mousedown(event, view) {
          const chip = event.target instanceof Element ? event.target.closest('.chip.link') : null;
          if (!chip) return false;
          event.preventDefault();
          const from = view.posAtDOM(chip);
          editLink(view, { from, to: from + 1 });
          return true;
        },
      },
    },
  );
}

class Chip extends WidgetType {
  readonly whole: string;
  readonly link: Link | undefined;

  constructor(whole: string, link: Link | undefined) {
    super();
    this.whole = whole;
    this.link = link;
  }

  override eq(other: Chip): boolean {
    return other.whole === this.whole;
  }

  override toDOM(): HTMLElement {
    if (!this.link) return element('span', { class: 'chip' }, this.whole);
    const target = element('span', { class: 'target' }, this.link.target);
    return element('span', { class: 'chip link', title: 'Edit this link (Ctrl+K)' }, `${this.link.text} `, target);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
