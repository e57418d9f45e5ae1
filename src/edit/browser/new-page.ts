import type { Edit, SaveResult, TextKey } from '../protocol.ts';
import { joinWords } from './block/add-remove-dialogs.ts';
import { request } from './request.ts';
import { attempt } from './while-busy.ts';

/** How each form of the page becomes an edit, with the text to open afterwards. */
const forms: Record<string, (form: HTMLFormElement) => { edit: Edit; opens?: TextKey }> = {
  article(form) {
    const { scope, name, ...fields } = valuesOf(form);
    const key: TextKey = { kind: 'article', scope: scope!, name: name! };
    return { edit: { type: 'create', key, languages: languagesOf(form), fields }, opens: key };
  },
  copy(form) {
    const { scope, from: source } = valuesOf(form);
    const from = JSON.parse(source!) as TextKey;
    const key = { ...from, scope: scope! };
    return { edit: { type: 'create', key, from, languages: languagesOf(form), fields: {} }, opens: key };
  },
  translation(form) {
    const key = JSON.parse(form.dataset.key!) as TextKey;
    return { edit: { type: 'create', key, languages: languagesOf(form), fields: {} }, opens: key };
  },
  language: (form) => ({ edit: { type: 'language', lang: valuesOf(form).lang! } }),
};

/** The page of forms for what is new. */
export function startNewPage(): void {
  for (const [id, read] of Object.entries(forms)) {
    const form = document.querySelector<HTMLFormElement>(`form#${id}`);
    if (!form) continue;
    form.addEventListener('change', () => showLanguagesOfScope(form));
    showLanguagesOfScope(form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(() => save(form, read(form)))();
    });
  }
  suggestAddress();
}

async function save(form: HTMLFormElement, { edit, opens }: { edit: Edit; opens?: TextKey }): Promise<void> {
  const answer = form.querySelector('.answer')!;
  if ('languages' in edit && !edit.languages.length) {
    answer.textContent = 'Choose a language.';
    return;
  }
  answer.textContent = 'Saving …';
  try {
    const result = await request<SaveResult>('save', { edits: [edit], seen: {} });
    if ('refused' in result)
      answer.textContent = result.refused.map(({ message, hint }) => `Not made: ${message}. ${hint}.`).join(' ');
    else if ('conflicts' in result) answer.textContent = 'The text has changed on disk. Load the page again.';
    else if (opens) location.assign(`/text?${new URLSearchParams(opens).toString()}`);
    else answer.textContent = `Made ${result.saved.length} files. Their blocks are listed under Texts.`;
  } catch (error) {
    answer.textContent = (error as Error).message;
  }
}

const valuesOf = (form: HTMLFormElement): Partial<Record<string, string>> & Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)]
      .filter(([name]) => name !== 'languages')
      .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')]),
  );

const languagesOf = (form: HTMLFormElement): string[] => new FormData(form).getAll('languages').map(String);

/** Offers the languages that the chosen sites have. */
function showLanguagesOfScope(form: HTMLFormElement): void {
  const set = form.querySelector<HTMLElement>('fieldset[data-scopes]');
  const scope = form.querySelector<HTMLSelectElement>('select[name=scope]');
  if (!set || !scope) return;
  const scopes = JSON.parse(set.dataset.scopes!) as Record<string, string[]>;
  for (const box of set.querySelectorAll<HTMLInputElement>('input')) {
    box.disabled = !scopes[scope.value]!.includes(box.value);
    box.closest('label')!.hidden = box.disabled;
  }
}

/** Makes an address of the title, until it is written by hand. */
function suggestAddress(): void {
  const title = document.querySelector<HTMLInputElement>('#article [name=title]')!;
  const name = document.querySelector<HTMLInputElement>('#article [name=name]')!;
  let isOwn = false;
  name.addEventListener('input', () => (isOwn = name.value !== ''));
  title.addEventListener('input', () => {
    if (!isOwn) name.value = joinWords(title.value, 8);
  });
}
