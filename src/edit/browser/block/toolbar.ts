import { button, element } from '../../../browser/element.ts';
import type { NextStaleAnswer, StepAnswer } from '../../page-data.ts';
import { request, showStatus } from '../request.ts';
import { attempt } from '../while-busy.ts';
import type { BlockContext } from './block-context.ts';
import { blockUrl, neighboursOf } from './block-list.ts';
import { listenToShortcuts, type Shortcut, showShortcuts } from './shortcuts.ts';
import { createStructureActions } from './structure-actions.ts';
import { goTo } from './view-memory.ts';

interface Action {
  label: string;
  keys?: string;
  /** Undefined where it cannot be done. */
  run: (() => unknown) | undefined;
  /** Title of its button, where another than the label. */
  title?: string | undefined;
}

/** Buttons and keys for what is done with the whole block. */
export function createToolbar(context: BlockContext): { element: HTMLElement; update: () => void } {
  const { data, draft, fields, save } = context;
  const { key } = data.text;
  const { previous, next } = neighboursOf(data.text, data.block);
  const { add, split, remove, moveUp, moveDown } = createStructureActions(context);
  const open = (block: { id: string } | undefined) => block && (() => location.assign(blockUrl(key, block.id)));

  const saveHere = async (): Promise<void> => {
    if (draft.isEmpty) return showStatus('Nothing to save.');
    const saved = await save();
    if (saved) goTo(location.href, saved, fields.current);
  };
  const nextStale = async (): Promise<void> => {
    const saved = await save();
    if (saved === undefined) return;
    const { url } = await request<NextStaleAnswer>('next-stale', { key, block: data.block });
    if (url) goTo(url, saved);
    else showStatus(`${saved} No translation is older than its original.`.trim());
  };
  const step = (name: 'undo' | 'redo') => async (): Promise<void> => {
    const { done } = await request<StepAnswer>(name, {});
    if (done) goTo(location.href, `${name === 'undo' ? 'Undone' : 'Done again'}: ${done}`, fields.current);
    else showStatus(`There is no save to ${name}.`);
  };

  const groups: Record<string, Action[]> = {
    Save: [
      { label: 'Save', keys: 'Ctrl+S', run: saveHere },
      { label: 'Undo save', keys: 'Alt+Shift+U', run: step('undo'), title: titleOf('Undo', data.steps.undo) },
      { label: 'Redo save', keys: 'Alt+Shift+R', run: step('redo'), title: titleOf('Redo', data.steps.redo) },
    ],
    Block: [
      { label: 'Add below', run: add },
      { label: 'Split', run: split },
      { label: 'Move up', keys: 'Alt+Shift+↑', run: moveUp },
      { label: 'Move down', keys: 'Alt+Shift+↓', run: moveDown },
      { label: 'Remove', run: remove },
    ],
    'Go to': [
      { label: 'Previous', keys: 'Alt+Page up', run: open(previous), title: previous?.label },
      { label: 'Next', keys: 'Alt+Page down', run: open(next), title: next?.label },
      {
        label: 'Next stale',
        keys: 'Alt+N',
        run: nextStale,
        title: 'Save, then go to the next block that is older than its original',
      },
      { label: 'Shortcuts', keys: 'Ctrl+/', run: () => showShortcuts(shortcuts) },
    ],
  };
  const shortcuts: Shortcut[] = [
    { label: 'Next language', keys: 'Alt+↓', run: () => fields.focus(1) },
    { label: 'Previous language', keys: 'Alt+↑', run: () => fields.focus(-1) },
    ...Object.values(groups)
      .flat()
      .flatMap(({ keys, label, run }) => (keys && run ? [{ keys, label, run: attempt(run) }] : [])),
  ];
  listenToShortcuts(shortcuts);

  const toolbar = element(
    'div',
    { class: 'toolbar' },
    ...Object.entries(groups).map(([name, actions]) => groupOf(name, actions)),
  );
  if (data.commits !== undefined) toolbar.append(commitSwitch(data.commits));
  const saveButton = toolbar.querySelector('button')!;
  const update = (): void => {
    saveButton.classList.toggle('primary', !draft.isEmpty);
    document.title = `${draft.isEmpty ? '' : '• '}${document.title.replace(/^• /, '')}`;
  };
  update();
  return { element: toolbar, update };
}

/** What a step would do. */
const titleOf = (name: string, subject: string | undefined): string =>
  subject ? `${name}: ${subject}` : `Nothing to ${name.toLowerCase()}`;

const groupOf = (name: string, actions: Action[]): HTMLElement =>
  element(
    'div',
    { role: 'group', 'aria-label': name },
    ...actions.flatMap(({ label, run, keys, title = label }) =>
      run ? button(label, attempt(run), { title: keys ? `${title} (${keys})` : title }) : [],
    ),
  );

/** Switches whether each save makes a commit. */
function commitSwitch(isOn: boolean): HTMLElement {
  const change = async (): Promise<void> => {
    try {
      await request('commits', { commits: box.checked });
    } catch (error) {
      box.checked = !box.checked;
      showStatus((error as Error).message);
    }
  };
  const box = element('input', { type: 'checkbox', checked: isOn, change: () => void change() });
  return element(
    'label',
    { class: 'switch', title: 'Records each save in the git repository of the texts' },
    box,
    ' Commit each save',
  );
}
