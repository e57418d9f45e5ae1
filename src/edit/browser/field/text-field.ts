import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

import { chips, linkAt, linkMarkdown, type Link, type Span } from './chips.ts';

export interface FieldOptions {
  text: string;
  lang: string;
  dir: string;
  /** Name of the field for screen readers. */
  label: string;
  onChange: (text: string) => void;
  /** Asks for text and target of a link; undefined to leave it, null to remove it. */
  askForLink: (link: Link) => Promise<Link | null | undefined>;
}

/** A field for Markdown. */
export interface TextField {
  readonly element: HTMLElement;
  readonly text: string;
  /** Offset of the cursor in the text. */
  readonly cursor: number;
  /** Replaces the text. The field's own undo takes it back. */
  replace: (text: string) => void;
  focus: () => void;
}

/** The page's permission for styles that a script adds, which its Content-Security-Policy names. */
const styleNonce = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!.nonce;

/** Undo brings a deleted chip or selection back without what was typed just before. */
const undoDeletionsAlone = EditorState.transactionExtender.of((transaction) => {
  let isLong = false;
  transaction.changes.iterChangedRanges((from, to) => (isLong ||= to - from > 1));
  return isLong && transaction.isUserEvent('delete') ? { annotations: isolateHistory.of('full') } : null;
});

/** Keys of the default keymap that move to other fields, change lines or leave the field in this page. */
const TAKEN = new Set([
  'Alt-ArrowUp',
  'Alt-ArrowDown',
  'Shift-Alt-ArrowUp',
  'Shift-Alt-ArrowDown',
  'Escape',
  'Mod-Enter',
]);

/** Makes a field with placeholders and links as chips, an undo of its own, and Tab that leaves it. */
export function createTextField({ text, lang, dir, label, onChange, askForLink }: FieldOptions): TextField {
  const editLink = (view: EditorView, place: Span): boolean => {
    void changeLink(view, place, askForLink);
    return true;
  };
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        history(),
        undoDeletionsAlone,
        EditorView.lineWrapping,
        chips(editLink),
        keymap.of([
          { key: 'Mod-k', run: (field) => editLink(field, field.state.selection.main) },
          { key: 'Mod-b', run: toggleBold },
          ...historyKeymap,
          ...defaultKeymap.filter(({ key }) => !TAKEN.has(key ?? '')),
        ]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': `about-${lang}`,
          autocapitalize: 'sentences',
          dir,
          lang,
          spellcheck: 'true',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    element: view.dom,
    get text() {
      return view.state.doc.toString();
    },
    get cursor() {
      return view.state.selection.main.head;
    },
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
  };
}

async function changeLink(view: EditorView, place: Span, ask: FieldOptions['askForLink']): Promise<void> {
  const text = view.state.doc.toString();
  const { from, to, ...link } = linkAt(text, place) ?? { ...place, text: text.slice(place.from, place.to), target: '' };
  const answer = await ask(link);
  if (answer !== undefined) {
    const insert = answer ? linkMarkdown(answer) : link.text;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
  }
  view.focus();
}

function toggleBold(view: EditorView): boolean {
  const { from, to } = view.state.selection.main;
  const text = view.state.sliceDoc(from, to);
  const isBold = /^\*\*[^]*\*\*$/.test(text);
  const insert = isBold ? text.slice(2, -2) : `**${text}**`;
  const anchor = text ? from : from + 2;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor, head: text ? from + insert.length : anchor } });
  return true;
}
