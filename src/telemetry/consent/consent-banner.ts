// Inlined into every page that asks for consent: keep it small.
import { whenIdle } from '../../browser/when-idle.ts';

type Answer = 'yes' | 'no';

/** Version of the question. Visitors who answered another version are asked again. */
const VERSION = '1';
const SIX_MONTHS_MS = 15_778_800_000;

const banner = document.getElementById('consent')!;
const settings = document.getElementById('consent-settings')!;
let isReopened: true | undefined;
let isRefused = navigator.globalPrivacyControl;
let choice = '';
try {
  const [version, stored, time] = (localStorage.consent ?? '').split(' ');
  if (version === VERSION && Date.now() - time < SIX_MONTHS_MS) choice = stored;
} catch {
  // Without storage no choice can be kept, and no container counts visits.
  isRefused = true;
}

const tagManager = (): Promise<typeof import('./tag-manager.ts')> => import('./tag-manager.ts');

function choose(answer: Answer | undefined): void {
  if (!answer) return;
  const before = choice;
  choice = answer;
  localStorage.consent = `${VERSION} ${answer} ${Date.now()}`;
  close();
  if (answer !== before) applyChoice(before);
}

/** @param before the choice on this page so far */
function applyChoice(before?: string): void {
  if (choice === 'yes') whenIdle(async () => (await tagManager()).start(banner.dataset.container!));
  else if (before || /_ga/.test(document.cookie)) void tagManager().then(({ forget }) => forget(before === 'yes'));
}

/** Closes the banner. The first time, the focus stays at its position in the page. */
function close(): void {
  banner.hidden = true;
  if (isReopened) settings.focus();
}

if (isRefused) choice = 'no';
else {
  settings.hidden = false;
  settings.addEventListener('click', () => {
    banner.hidden = false;
    isReopened = true;
    banner.focus();
  });
  banner.addEventListener('click', ({ target }) =>
    choose((target as HTMLElement).dataset.answer as Answer | undefined),
  );
  banner.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && choice) close();
  });
}
if (choice) applyChoice();
else banner.hidden = false;
