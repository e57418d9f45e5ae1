import { isBusy, setBusy } from '../busy.ts';
import { requestEvents, showStatus } from '../request.ts';
import { startDeployForm } from './deploy-form.ts';
import type { PublishEvent } from './publish-events.ts';
import { showPages, showPictures } from './show-changes.ts';
import { find } from './show-deployment.ts';

/** The page that builds the site, shows what has changed, and brings it to visitors. */
export function startPublishPage(): void {
  const build = find<HTMLButtonElement>('#build');
  const cancel = find<HTMLButtonElement>('#cancel');
  let running: AbortController | undefined;
  let isBuilding = false;

  // Pictures come later: the site can be published meanwhile.
  const endBuilding = (): void => {
    if (isBuilding) setBusy(false);
    isBuilding = false;
  };
  const show = (event: PublishEvent): void => {
    if (event.type === 'line') addLine(event.text);
    else if (event.type === 'failed') showStatus('The site was not built, and stays as it was. The messages say why.');
    else if (event.type === 'built') {
      showPages(event);
      endBuilding();
    } else if (event.type === 'pictures') showPictures(event);
    else {
      find('#no-pictures').textContent = event.reason;
      find('#no-pictures').hidden = false;
    }
  };

  build.addEventListener('click', async () => {
    if (isBusy()) return;
    setBusy(true);
    isBuilding = true;
    running = new AbortController();
    start(build, cancel);
    try {
      for await (const event of requestEvents<PublishEvent>('publish', {}, running.signal)) show(event);
    } catch (error) {
      const state = isBuilding ? 'stays as it was' : 'is built';
      showStatus(running.signal.aborted ? `Cancelled. The site ${state}.` : (error as Error).message);
    }
    end(build, cancel);
    endBuilding();
  });
  cancel.addEventListener('click', () => running?.abort());
  startDeployForm();
}

function start(build: HTMLButtonElement, cancel: HTMLButtonElement): void {
  find('#output').textContent = '';
  for (const part of ['#changes', '#no-pictures']) find(part).hidden = true;
  for (const part of ['#pages', '#pictures']) find(part).replaceChildren();
  build.hidden = true;
  cancel.hidden = false;
  cancel.focus();
  showStatus('Building …');
}

function end(build: HTMLButtonElement, cancel: HTMLButtonElement): void {
  const hadFocus = document.activeElement === cancel;
  build.hidden = false;
  cancel.hidden = true;
  if (hadFocus) build.focus();
}

function addLine(text: string): void {
  const output = find('#output');
  output.hidden = false;
  output.append(`${text}\n`);
  output.scrollTop = output.scrollHeight;
}
