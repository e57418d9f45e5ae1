import { type Logger, pino } from 'pino';

/** Log of the service on stdout: a line of JSON for each entry, and in a terminal a sentence. */
export const serviceLog = (isTerminal = process.stdout.isTTY, print = console.log): Logger =>
  isTerminal ? pino({ base: null, timestamp: false }, { write: (line) => print(sentenceOf(line)) }) : pino();

function sentenceOf(line: string): string {
  const { level: _, msg, ...facts } = JSON.parse(line) as { level: number; msg: string };
  const shown = Object.entries(facts).map(([name, value]) => `${name}: ${String(value)}`);
  return shown.length ? `${msg} (${shown.join(', ')})` : msg;
}
