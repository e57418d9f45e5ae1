import { resources } from '../contract/forms.ts';
import { reach, type Reached } from './probe-turn-server.ts';
import { partOf, words } from './section.ts';

const ANSWER_MS = 8000;

/** Asks the service, and each TURN server that it names. */
export function checkConnection(): void {
  const { button, find, say } = partOf('connection');
  const results = find<HTMLElement>('dl');
  let isChecking = false;
  button.addEventListener('click', async () => {
    if (isChecking) return;
    isChecking = true;
    say(words.checking);
    results.replaceChildren();
    try {
      const { urls } = await askService();
      const before = performance.now();
      // The first one opened the connection, which takes longer than an answer.
      await askService();
      const service = words.serviceWorks.replace('#', inMilliseconds(performance.now() - before));
      say(`${service} ${words.checking}`);
      const reached = await Promise.all(urls.map(reach));
      results.append(...urls.map((url, index) => lineOf(url, reached[index]!)));
      say(`${service} ${summary(urls, reached)}`);
    } catch {
      say(words.serviceLost);
    }
    isChecking = false;
  });
}

async function askService(): Promise<{ urls: string[] }> {
  const answer = await fetch(resources.relays, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

function summary(urls: string[], reached: Reached[]): string {
  if (!urls.length) return words.callsOff;
  const ways = urls.filter((_, index) => reached[index] === 'reached').map(wayOf);
  if (ways.includes('UDP')) return words.callsWork;
  if (ways.length) return words.callsSlow;
  return reached.includes('unknown') ? words.callsUnknown : words.callsLost;
}

function lineOf(url: string, reached: Reached): HTMLElement {
  const line = document.createElement('div');
  const name = document.createElement('dt');
  const value = document.createElement('dd');
  name.textContent = `${wayOf(url)} ${url.replace(/^turns?:|\?.*/g, '')}`;
  value.textContent = words[reached];
  line.append(name, value);
  return line;
}

const wayOf = (url: string): string => (url.startsWith('turns:') ? 'TLS' : url.endsWith('=tcp') ? 'TCP' : 'UDP');

const inMilliseconds = (time: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  }).format(time);
