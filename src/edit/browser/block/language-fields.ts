import { button, element } from '../../../browser/element.ts';
import type { BlockPageData } from '../../page-data.ts';
import type { BlockDraft } from './block-draft.ts';
import { createPanel, type Panel } from './language-panel.ts';

/** The fields of all languages. */
export type Languages = ReturnType<typeof createLanguages>;

const names = new Intl.DisplayNames('en', { type: 'language' });

/** English name of a language. */
export const nameOf = (lang: string): string => names.of(lang) ?? lang;

/** Makes the fields of a block. */
export function createLanguages(
  { languages, source, text, block }: BlockPageData,
  draft: BlockDraft,
  onChange: (lang: string) => void,
) {
  const type = text.blocks.find(({ id }) => id === block)?.type;
  let current = languages.find(({ stale }) => stale)?.lang ?? source;
  const original = languages.find(({ lang }) => lang === source);
  const savedSource = original?.text ?? '';
  const panels = new Map<string, Panel>();
  const tabs = new Map<string, HTMLButtonElement>();

  const showTab = (lang: string): void => {
    current = lang;
    grid.dataset['current'] = lang;
    for (const [other, tab] of tabs) tab.setAttribute('aria-pressed', String(other === lang));
    for (const [other, { element: panel }] of panels) panel.classList.toggle('current', other === lang);
  };

  const changed = (lang: string): void => {
    update();
    onChange(lang);
  };

  const update = (): void => {
    for (const { lang, originalBefore, stale } of languages) {
      const panel = panels.get(lang)!;
      panel.show({
        source: draft.textOf(source),
        sourceBefore: (stale ? originalBefore : undefined) ?? savedSource,
        isChanged: draft.isChanged(lang),
        isAccepted: draft.isAccepted(lang),
      });
      tabs.get(lang)!.dataset['state'] = panel.element.dataset['state'];
    }
  };

  const grid = element('div', { class: 'languages' });
  const bar = element('div', { class: 'tabs', role: 'group', 'aria-label': 'Language' });
  for (const language of languages) {
    const { lang } = language;
    const panel = createPanel({
      block: language,
      text: draft.textOf(lang),
      name: nameOf(lang),
      isSource: lang === source,
      original: { lang: source, dir: original?.dir ?? 'ltr', name: nameOf(source) },
      isMarkdown: type === 'named' || type === 'paragraph',
      onChange: (next) => {
        draft.setText(lang, next);
        changed(lang);
      },
      onAccept: (isAccepted) => {
        draft.setAccepted(lang, isAccepted);
        changed(lang);
      },
      onCopy: () => {
        panel.field.replace(draft.textOf(source));
        panel.field.focus();
      },
    });
    panel.element.addEventListener('focusin', () => showTab(lang));
    panels.set(lang, panel);
    tabs.set(
      lang,
      button(lang, () => showTab(lang), { 'aria-label': `${lang}, ${nameOf(lang)}` }),
    );
  }
  bar.append(...tabs.values());
  grid.append(...[...panels.values()].map(({ element: panel }) => panel));
  showTab(current);
  update();

  return {
    /** Buttons that choose a language on a narrow screen, and the panels. */
    element: element('div', { class: 'fields' }, bar, grid),
    panels: panels as ReadonlyMap<string, Panel>,
    /** Language of the field that was last used. */
    get current() {
      return current;
    },
    /** Goes to the field of a language, or that many fields on. */
    focus(target: string | number): void {
      const order = [...panels.keys()];
      const index = typeof target === 'number' ? order.indexOf(current) + target : order.indexOf(target);
      const lang = order.at(index % order.length)!;
      showTab(lang);
      panels.get(lang)!.field.focus();
    },
  };
}
