import { element } from '../../../browser/element.ts';
import { ask, labelled } from '../ask.ts';
import type { Link } from './chips.ts';

/** Asks for text and target of a link: undefined leaves it as it is, null removes it and keeps its text. */
export async function askForLink({ text, target }: Link): Promise<Link | null | undefined> {
  const answer = await ask({
    title: 'Link',
    body: [
      labelled('Text', element('input', { name: 'text', value: text, required: true, autofocus: !text })),
      labelled(
        'Target',
        element('input', {
          name: 'target',
          value: target,
          required: true,
          pattern: '[^\\s()]+',
          autofocus: text !== '',
        }),
        'A page such as /rules or /blog/first-conversation, a place such as #cookies, or https://…',
      ),
    ],
    action: 'Set the link',
    ...(target && { other: { label: 'Remove the link', value: 'remove' } }),
  });
  if (!answer) return undefined;
  if (answer.get('action') === 'remove') return null;
  return { text: String(answer.get('text')), target: String(answer.get('target')) };
}
