import { button, element } from '../../../browser/element.ts';
import { showStatus } from '../request.ts';
import type { FinishedDeployment } from './deploy-events.ts';

export interface Deployment {
  target: string;
  /** Generation to go back to. */
  to?: string;
}

/** By exit code of `npm run deploy`. */
const FAILURES: Partial<Record<number, string>> = {
  2: 'Nothing was sent: something has to be put right first',
  3: 'Nothing was sent: another deployment is running',
  4: 'Visitors have the new pages, and some answers differ from what was built',
};

export const find = <Found extends HTMLElement>(selector: string): Found => document.querySelector<Found>(selector)!;

export function showStart({ target }: Deployment, isDryRun: boolean): void {
  show(isDryRun ? `Comparing with ${target}` : `Publishing to ${target}`);
  find('#deployment').hidden = false;
  find('#stop').hidden = false;
  find('#stop').focus();
}

export function showStep(step: string): void {
  showStatus(`${step} …`);
  find('#transfer').hidden = true;
}

export function showSent({ share, text }: { share: number; text: string }): void {
  find('#transfer').hidden = false;
  find<HTMLProgressElement>('#transfer progress').value = share;
  find('#transfer span').textContent = text;
}

/** What a deployment would do, with a button that does it. */
export function showPlan(
  { target, to }: Deployment,
  { isUpToDate, facts }: FinishedDeployment,
  sentences: string[],
): void {
  if (isUpToDate)
    return show(`${target} has ${to ? 'these pages' : 'the last build'} already`, element('p', {}, 'Nothing to do.'));
  const rows = Object.entries(facts).flatMap(([term, fact]) => [element('dt', {}, term), element('dd', {}, fact)]);
  const notes = sentences.map((sentence) => element('p', { class: 'note' }, sentence));
  show(to ? `Back to ${to} on ${target}` : `Plan for ${target}`, element('dl', {}, ...rows), ...notes);
  find('#go').textContent = to ? `Go back on ${target}` : `Publish to ${target}`;
  find('#go').hidden = false;
}

export const showDone = ({ target, to }: Deployment, { isUpToDate, summary }: FinishedDeployment): void =>
  show(
    to ? `${target} is back at ${to}` : `Published to ${target}`,
    element('p', {}, isUpToDate ? 'It was there already.' : summary),
  );

export const showFailure = ({ text, exitCode = 1 }: { text: string; exitCode?: number }): void =>
  show(
    FAILURES[exitCode] ?? 'Not published, or not to the end',
    element('p', { class: 'problem' }, text),
    element('p', {}, 'Show the plan again when this is settled: publishing goes on where it ended.'),
  );

/** Gives each generation that can come back a button. */
export function showEarlier({ earlier }: FinishedDeployment, goBack: (build: string) => unknown): void {
  const items = earlier.map(({ build, deployedAt }) =>
    element(
      'li',
      {},
      button(`Back to ${days.format(new Date(deployedAt))}`, () => goBack(build)),
      ' ',
      element('code', {}, build),
    ),
  );
  find('#earlier ul').replaceChildren(...items);
  find('#earlier').hidden = !items.length;
}

/** Moves the focus to the outcome. */
export function showEnd(): void {
  const hadFocus = document.activeElement === find('#stop');
  find('#transfer').hidden = true;
  find('#stop').hidden = true;
  if (hadFocus) find('#deployment-title').focus();
  showStatus(`${find('#deployment-title').textContent}.`);
}

function show(title: string, ...facts: Node[]): void {
  find('#deployment-title').textContent = title;
  find('#deployment-facts').replaceChildren(...facts);
  find('#go').hidden = true;
}

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
