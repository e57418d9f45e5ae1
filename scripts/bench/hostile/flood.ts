import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { forms } from '../../../src/contract/forms.ts';
import type { Server } from '../service/start-contender.ts';

/** Registrations that arrive in a second. */
export const PER_SECOND = 60;

/** A hundred leet characters, the slowest input for zxcvbn, which rates them strong. */
const PASSWORD = '4@8({[<369&#!1/|0$5+7%2'.repeat(5).slice(0, 100);

let sent = 0;

/**
 * Sends registrations at a steady rate, whether or not they are answered, then waits for all answers.
 * @param address whose request it is, by its number
 * @returns how many were answered with each status
 */
export async function flood(
  server: Server,
  seconds: number,
  address: (number: number) => string,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < seconds * PER_SECOND; number += 1) {
    await sleep(Math.max(0, began + (number * 1000) / PER_SECOND - performance.now()));
    answers.push(count(number));
  }
  await Promise.all(answers);
  return statuses;

  async function count(number: number): Promise<void> {
    const status = await register(server, address(number));
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

function register({ port, host }: Server, address: string): Promise<number> {
  const number = sent++;
  const body = new URLSearchParams({
    email: `stranger${number}@mail.example`,
    nickname: `Stranger ${number}`,
    password: PASSWORD,
    dateOfBirth: '1990-12-31',
    agreement: 'on',
  }).toString();
  const headers = {
    Host: `${host}:${port}`,
    Origin: `http://${host}:${port}`,
    Accept: 'text/html',
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': address,
  };
  return new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path: forms.registration.action, headers, agent: false };
    request(options, (response) => response.resume().on('end', () => done(response.statusCode!)))
      .on('error', failed)
      .end(body);
  });
}
