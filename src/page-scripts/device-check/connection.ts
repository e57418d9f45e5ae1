import { resources } from '../../contract/api-paths.ts';
import { probeTurnServer, type Reachability } from './probe-turn-server.ts';
import { sectionOf, strings } from './section.ts';

const ANSWER_MS = 8000;

/** Checks the service and its TURN servers. */
export function checkConnection(): void {
  const { button, setStatus } = sectionOf('connection');
  let isChecking = false;
  button.addEventListener('click', async () => {
    if (isChecking) return;
    isChecking = true;
    setStatus(strings.checking);
    try {
      const { urls } = await askService();
      const before = performance.now();
      // Measure the second request: the first opened the connection.
      await askService();
      const service = strings.serviceWorks.replace('#', inMilliseconds(performance.now() - before));
      setStatus(`${service} ${strings.checking}`);
      const reached = await Promise.all(urls.map(probeTurnServer));
      setStatus(`${service} ${summary(urls, reached)}`);
    } catch {
      // No answer in time, or an error status.
      setStatus(strings.serviceLost);
    }
    isChecking = false;
  });
}

async function askService(): Promise<{ urls: string[] }> {
  const answer = await fetch(resources.relays, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

function summary(urls: string[], reached: Reachability[]): string {
  if (!urls.length) return strings.callsOff;
  const transports = urls.filter((_, index) => reached[index] === 'reached').map(transportOf);
  if (transports.includes('UDP')) return strings.callsWork;
  if (transports.length) return strings.callsSlow;
  return reached.includes('unknown') ? strings.callsUnknown : strings.callsLost;
}

const transportOf = (url: string): string => (url.startsWith('turns:') ? 'TLS' : url.endsWith('=tcp') ? 'TCP' : 'UDP');

const inMilliseconds = (time: number): string =>
  new Intl.NumberFormat(document.getElementById('connection')!.dataset.locale, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  }).format(time);
