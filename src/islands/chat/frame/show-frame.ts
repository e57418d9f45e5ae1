// Inlined into the page of the chat, after the template of the frame: keep it small.
import { isComposing } from '../../../browser/is-composing.ts';
import { isTouchScreen } from '../ui/screen.ts';

const script = document.currentScript!;
// `start-early.ts` found the mark of a signed-in user: the frame of the chat takes the place of the page for visitors.
if (globalThis.early) {
  const { content } = script.previousElementSibling as HTMLTemplateElement;
  const form = content.querySelector('form')!;
  const field = form[0] as HTMLTextAreaElement;
  const isTouch = isTouchScreen();
  // As `view.ts` writes it.
  const { type, room } = history.state?.chat ?? { type: 'lobby' };
  let isWriting = room;
  try {
    // `drafts.ts` writes them.
    const { person, drafts } = JSON.parse(sessionStorage.drafts);
    const { text, edit } = person === localStorage.signedIn && drafts[room];
    field.defaultValue = text ?? '';
    // An edit needs its message.
    isWriting &&= !edit;
  } catch {
    // There is no draft.
  }
  form.closest<HTMLElement>('.panes')!.dataset.view = type;
  script.replaceWith(content);
  if (!isWriting) form.remove();
  if (!isTouch) field.focus();
  // `take-over.ts` sends what waits, once an input method has ended its composition.
  const send = (event: Event): void => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    const waiting = document.createElement('p');
    waiting.append(text);
    waiting.dataset.state = form.dataset.state;
    form.before(waiting);
    field.value = '';
  };
  form.addEventListener('submit', send);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !isTouch && !isComposing(event)) send(event);
  });
  for (const last of ['compositionstart', 'compositionend'])
    form.addEventListener(last, () => (field.dataset.last = last));
}
