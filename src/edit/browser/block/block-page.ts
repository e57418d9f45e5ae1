import type { BlockPageData } from '../../page-data.ts';
import type { Edit } from '../../protocol.ts';
import { showStatus } from '../request.ts';
import { BlockDraft } from './block-draft.ts';
import { createProblemCheck } from './check.ts';
import { createLanguages, nameOf } from './language-fields.ts';
import { askForMeaning } from './meaning.ts';
import { createPreview } from './preview.ts';
import { messageOf, saveEdits } from './save.ts';
import { createToolbar } from './toolbar.ts';
import { restoreView, returns } from './view-memory.ts';

/** Documents whose changes of meaning readers are told of. */
const WITH_HISTORY = new Set(['rules', 'privacy_policy']);

/** The page of a block in all its languages. */
export function startBlockPage(): void {
  const data = JSON.parse(document.querySelector('#page-data')!.textContent) as BlockPageData;
  const { text, block, languages, source } = data;
  const { key } = text;
  const named = text.blocks.find(({ id }) => id === block)?.type === 'named';
  const asked = [source, ...languages.map(({ lang }) => lang).filter((lang) => lang !== source)].map((lang) => ({
    lang,
    name: nameOf(lang),
  }));
  const hasHistory = named && key.kind === 'document' && WITH_HISTORY.has(key.name);
  const readers = hasHistory ? { languages: asked, today: data.today, changeOfToday: data.changeOfToday } : undefined;
  const draft = new BlockDraft(JSON.stringify([key, block]), languages, source);
  const preview = createPreview(data);

  /** Edits of the fields. */
  const edits = (): Edit[] => [
    ...draft.changed.map((lang): Edit => ({ type: 'set', key, block, lang, text: draft.textOf(lang) })),
    ...draft.accepted.map((lang): Edit => ({ type: 'accept', key, block, lang })),
  ];

  const onChange = (lang: string): void => {
    check(edits());
    preview?.showLanguage(lang, draft.textOf(lang));
    preview?.redraw(edits());
    toolbar.update();
  };
  const fields = createLanguages(data, draft, onChange);
  const check = createProblemCheck(data, fields.panels);

  /** Saves the fields, and with them edits of the whole block. */
  const save = async (further: Edit[] = [], withFields = true): Promise<string | undefined> => {
    const sent = draft.snapshot;
    const all = [...(withFields ? edits() : []), ...further];
    if (!all.length) return '';
    const isTold = further.some((edit) => edit.type === 'meaning' && edit.block === block);
    if (readers && withFields && !isTold && draft.isChanged(source)) {
      const answer = await askForMeaning(readers, untouched());
      if (!answer) return undefined;
      if ('meaning' in answer) all.push({ type: 'meaning', key, block, ...answer.meaning });
      else all.push(...answer.accepted.map((lang): Edit => ({ type: 'accept', key, block, lang })));
    }
    const seen = Object.fromEntries(languages.map(({ file, fileHash }) => [file, fileHash]));
    const result = await saveEdits(all, { ...seen, ...draft.seen });
    if (!result) return undefined;
    if ('refused' in result) {
      showStatus(`Nothing was saved. ${result.refused.map(({ message, hint }) => `${message}. ${hint}.`).join(' ')}`);
      return undefined;
    }
    if (withFields) draft.forget(sent);
    else draft.clear();
    return messageOf(result);
  };
  const untouched = () =>
    asked.filter(({ lang }) => lang !== source && !draft.isChanged(lang) && !draft.isAccepted(lang));

  const toolbar = createToolbar({ data, draft, fields, save, readers });
  document.querySelector('#block')!.append(toolbar.element, fields.element, ...(preview ? [preview.element] : []));
  fields.element.addEventListener('focusin', () => preview?.showLanguage(fields.current, draft.textOf(fields.current)));
  addEventListener('beforeunload', (event) => {
    if (!draft.isEmpty && !returns()) event.preventDefault();
  });
  const status = restoreView(fields);
  preview?.showLanguage(fields.current, draft.textOf(fields.current));
  if (!draft.isEmpty) {
    showStatus(`${status} Your unsaved work is here again.`.trim());
    onChange(fields.current);
  }
}
