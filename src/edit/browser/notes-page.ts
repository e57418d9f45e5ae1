import type { Edit, SaveResult, TextKey } from '../protocol.ts';
import { takeMessage } from './block/view-memory.ts';
import { request, showStatus } from './request.ts';
import { attempt } from './while-busy.ts';

/** The page of notes: each change of meaning has a form, and only notes that were changed are saved. */
export function startNotesPage(): void {
  const list = document.querySelector<HTMLElement>('.notes')!;
  const key = JSON.parse(list.dataset['key']!) as TextKey;
  // An inert field takes no focus.
  list.inert = false;
  const message = takeMessage();
  if (message) showStatus(message);
  openBlock(list, list.dataset['block']!);
  for (const form of list.querySelectorAll('form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(() => save(form, key))();
    });
  addEventListener('beforeunload', (event) => {
    if ([...list.querySelectorAll('form')].some((form) => changedIn(form).length)) event.preventDefault();
  });
}

/** Shows the latest change of a block, with the first field that is empty. */
function openBlock(list: HTMLElement, block: string): void {
  const details = list.querySelector<HTMLDetailsElement>(`details[data-block="${CSS.escape(block)}"]`);
  if (!details) return;
  details.open = true;
  details.scrollIntoView();
  const fields = [...details.querySelectorAll('input')];
  (fields.find(({ value }) => !value) ?? fields[0])?.focus();
}

async function save(form: HTMLFormElement, key: TextKey): Promise<void> {
  const answer = form.querySelector('.answer')!;
  const fields = changedIn(form);
  const edits = fields.map(({ name: lang, value, defaultValue }): Edit => ({
    type: 'note',
    key,
    block: form.closest('details')!.dataset['block']!,
    change: Number(form.dataset['change']),
    lang,
    text: value,
    ...(defaultValue && { before: defaultValue }),
  }));
  if (!edits.length) {
    answer.textContent = 'Nothing to save.';
    return;
  }
  answer.textContent = 'Saving …';
  const sent = fields.map((field) => ({ field, value: field.value }));
  try {
    const result = await request<SaveResult>('save', { edits, seen: {} });
    answer.textContent = answerTo(result);
    if ('saved' in result) showSaved(form, sent);
  } catch (error) {
    answer.textContent = (error as Error).message;
  }
}

function answerTo(result: SaveResult): string {
  if ('refused' in result)
    return `Nothing was saved. ${result.refused.map(({ message, hint }) => `${message}. ${hint}.`).join(' ')}`;
  if ('conflicts' in result) return 'The notes have changed on disk. Load the page again.';
  return result.commitFailure ? `Saved. The commit has failed: ${result.commitFailure}` : 'Saved.';
}

/** @param sent values as they were saved: the editor may have gone on since */
function showSaved(form: HTMLFormElement, sent: { field: HTMLInputElement; value: string }[]): void {
  for (const { field, value } of sent) {
    field.defaultValue = value;
    field.required = true;
  }
  const missing = [...form.querySelectorAll('label')].filter((label) => !label.querySelector('input')!.defaultValue);
  const badge = form.parentElement!.querySelector<HTMLElement>('.badge')!;
  badge.hidden = !missing.length;
  badge.textContent = `missing: ${missing.map((label) => label.textContent.trim()).join(', ')}`;
}

const changedIn = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll('input')].filter(({ value, defaultValue }) => value.trim() !== defaultValue.trim());
