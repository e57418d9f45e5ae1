import { button, element, hiddenText } from '../../../browser/element.ts';
import type { FieldProblem } from '../../page-data.ts';
import type { BlockInLanguage } from '../../protocol.ts';
import { askForLink } from '../field/link-form.ts';
import { createPlainField } from '../field/plain-field.ts';
import { createTextField } from '../field/text-field.ts';
import { wordDifference } from '../word-difference.ts';

interface PanelOptions {
  block: BlockInLanguage;
  /** Text to begin with: that of the file, or of a draft. */
  text: string;
  name: string;
  isSource: boolean;
  /** Tag, direction and name of the source language. */
  original: Pick<BlockInLanguage, 'lang' | 'dir'> & { name: string };
  /** Markdown with chips; otherwise plain text. */
  isMarkdown: boolean;
  onChange: (text: string) => void;
  onAccept: (isAccepted: boolean) => void;
  onCopy: () => void;
}

/** What a panel shows beside its field. */
interface PanelState {
  /** Text in the source language now. */
  source: string;
  /** Text in the source language that the translation was made from. */
  sourceBefore: string;
  isChanged: boolean;
  isAccepted: boolean;
}

export type Panel = ReturnType<typeof createPanel>;

/** Makes the panel of a language: field, word difference, problems, count and buttons. */
export function createPanel(options: PanelOptions) {
  const { block, text, name, isSource, original, isMarkdown, onChange, onAccept, onCopy } = options;
  const { lang, dir } = block;
  const create = isMarkdown ? createTextField : createPlainField;
  const field = create({ text, lang, dir, label: name, onChange, askForLink });
  const status = element('span', { class: 'status' });
  const difference = element('p', { class: 'difference', lang: original.lang, dir: original.dir });
  const change = element('div', { class: 'change' }, element('h3', {}, `What changed in ${original.name}`), difference);
  const problems = element('ul', { class: 'problems', 'aria-live': 'polite' });
  const count = element('span', { class: 'count', id: `about-${lang}` });
  const accept = button('Accept as it is', () => onAccept(accept.getAttribute('aria-pressed') !== 'true'), {
    class: 'accept',
    'aria-pressed': 'false',
    'aria-label': `Accept as it is: ${name}`,
  });
  const copy = button(`Copy ${original.name}`, onCopy, {
    class: 'copy',
    'aria-label': `Copy ${original.name}: ${name}`,
  });
  const panel = element(
    'section',
    { class: isSource ? 'panel source' : 'panel', 'data-lang': lang, 'aria-labelledby': `name-${lang}` },
    element('header', {}, element('h2', { id: `name-${lang}` }, name), element('code', {}, lang), status),
    ...(isSource ? [] : [change]),
    field.element,
    problems,
    element('footer', {}, count, ...(isSource ? [] : [accept, copy])),
  );
  return {
    element: panel,
    field,
    show({ source, sourceBefore, isChanged, isAccepted }: PanelState): void {
      const now = field.text;
      const isOld = !isSource && (block.stale || sourceBefore !== source);
      const [state, label] = statusOf({
        isChanged,
        isAccepted,
        isOld,
        isMissing: block.text === undefined,
        original: original.name,
      });
      panel.dataset['state'] = isSource && !isChanged ? '' : state;
      status.textContent = isSource && !isChanged ? '' : label;
      change.hidden = sourceBefore === source;
      difference.replaceChildren(...wordDifference(sourceBefore, source));
      accept.hidden = !isOld || block.text === undefined;
      accept.setAttribute('aria-pressed', String(isAccepted));
      copy.hidden = now === source;
      showCount(count, now.length, isSource ? undefined : source.length, original.name);
    },
    showProblems: (found: FieldProblem[]): void => {
      problems.replaceChildren(
        ...found.map(({ message, hint, isError }) =>
          element('li', { class: isError && 'error' }, `${message}. ${hint}.`),
        ),
      );
      problems.hidden = !found.length;
    },
  };
}

interface Standing extends Pick<PanelState, 'isChanged' | 'isAccepted'> {
  isOld: boolean;
  isMissing: boolean;
  /** Name of the source language. */
  original: string;
}

function statusOf({ isChanged, isAccepted, isOld, isMissing, original }: Standing): [state: string, label: string] {
  if (isChanged) return isOld && !isAccepted ? ['stale', `Changed, older than ${original}`] : ['changed', 'Changed'];
  if (isMissing) return ['stale', 'Missing'];
  if (!isOld) return ['fresh', 'Up to date'];
  return isAccepted ? ['changed', 'Accepted'] : ['stale', `Older than ${original}`];
}

/** Shows the number of characters, marked where it is far from that of the source text. */
function showCount(count: HTMLElement, length: number, source: number | undefined, original: string): void {
  const isFar = source !== undefined && isFarOff(length, source);
  count.classList.toggle('far', isFar);
  const compared = source === undefined ? ' characters' : ` / ${source}`;
  const mark = isFar ? ` ${length > source ? 'much longer' : 'much shorter'}` : '';
  count.replaceChildren(
    String(length),
    compared,
    hiddenText(source === undefined ? '' : ` characters in ${original}`),
    mark,
  );
}

/** Translations of short texts differ more in length than those of long ones. */
function isFarOff(length: number, source: number): boolean {
  const slack = 20;
  return length > source * 1.6 + slack || length < source * 0.6 - slack;
}
