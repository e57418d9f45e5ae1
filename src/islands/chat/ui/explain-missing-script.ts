import type { ChatContext } from '../state/chat-context.ts';

/** Says why a script could not be loaded: the site has another version of the chat, or the network fails. */
export async function explainMissingScript({ t, showToast }: ChatContext): Promise<void> {
  const script = document.querySelector('astro-island')!.getAttribute('component-url')!;
  const page = await fetch(location.href).then(
    (answer) => (answer.ok ? answer.text() : script),
    () => script,
  );
  if (page.includes(script)) showToast(t('chat.unreachable'));
  else showToast(t('chat.newVersion'), { label: t('chat.reload'), act: () => location.reload() });
}
