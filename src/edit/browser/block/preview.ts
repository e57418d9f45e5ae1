import { element } from '../../../browser/element.ts';
import type { BlockPageData } from '../../page-data.ts';
import type { Edit } from '../../protocol.ts';
import { labelled } from '../ask.ts';
import { request } from '../request.ts';
import { markBlock } from './mark-block.ts';

type Edition = BlockPageData['previews'][number];

/** Time without a key after which the page is drawn again. */
const PAUSE_MS = 60;

/** Makes the preview of a block's page, beside the fields; undefined where no page shows it. */
export function createPreview({ previews, block }: BlockPageData) {
  const [first] = previews;
  if (!first) return undefined;
  let shown: Edition = first;
  let edits: Edit[] = [];
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const select = element(
    'select',
    { 'aria-label': 'Brand, host and language of the preview', change: () => show(previews[select.selectedIndex]!) },
    ...previews.map(({ brand, host, lang }) => element('option', {}, `${brand} · ${host} · ${lang}`)),
  );
  const frame = element('iframe', {
    title: 'Preview',
    sandbox: 'allow-same-origin',
    load: () => {
      mark(true);
      if (edits.length) void draw();
    },
  });
  const failure = element('p', { class: 'failure', hidden: true, role: 'status' });

  const mark = (mayScroll: boolean): void => {
    if (frame.contentDocument) markBlock(frame.contentDocument, { id: block, text, mayScroll });
  };

  const show = (edition: Edition): void => {
    shown = edition;
    select.selectedIndex = previews.indexOf(edition);
    // A page that was loaded has its own Content-Security-Policy, which allows its styles.
    frame.src = addressOf(edition);
  };

  const draw = async (): Promise<void> => {
    running?.abort();
    const current = (running = new AbortController());
    const begin = performance.now();
    try {
      const { html } = await request<{ html: string }>(
        'preview',
        { host: shown.host, lang: shown.lang, path: shown.path, edits },
        current.signal,
      );
      write(frame, html);
      mark(true);
      failure.hidden = true;
      performance.measure('preview', { start: begin - PAUSE_MS, end: performance.now() });
    } catch (error) {
      if (current.signal.aborted) return;
      failure.hidden = false;
      failure.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  frame.src = addressOf(first);
  return {
    element: element(
      'aside',
      { class: 'preview', 'aria-labelledby': 'preview-title' },
      element('header', {}, element('h2', { id: 'preview-title' }, 'Preview'), labelled('Page of', select)),
      failure,
      frame,
    ),
    /** Shows the page as it is with edits that are not saved yet. */
    redraw(next: Edit[]): void {
      edits = next;
      clearTimeout(timer);
      timer = setTimeout(() => void draw(), PAUSE_MS);
    },
    /** Shows the page in a language, and marks the text of its field. */
    showLanguage(lang: string, marked: string): void {
      text = marked;
      const best = shown.lang === lang ? shown : bestEdition(previews, shown, lang);
      if (best && best !== shown) show(best);
      else mark(false);
    },
  };
}

const addressOf = ({ host, lang, path }: Edition): string =>
  `/preview?${new URLSearchParams({ host, lang, path }).toString()}`;

/** The edition of a language, of the same host or brand if possible. */
const bestEdition = (previews: Edition[], { host, brand }: Edition, lang: string): Edition | undefined => {
  const inLanguage = previews.filter((edition) => edition.lang === lang);
  return (
    inLanguage.find((edition) => edition.host === host) ??
    inLanguage.find((edition) => edition.brand === brand) ??
    inLanguage[0]
  );
};

/** Puts a page into the frame. The frame keeps its place and does not flash. */
function write(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument!;
  const place = frame.contentWindow!.scrollY;
  // A parser of the frame goes by its Content-Security-Policy, which allows the styles of the page.
  const next = new (document.defaultView as typeof globalThis & Window).DOMParser().parseFromString(html, 'text/html');
  document.documentElement.replaceWith(document.adoptNode(next.documentElement));
  frame.contentWindow!.scrollTo(0, place);
}
