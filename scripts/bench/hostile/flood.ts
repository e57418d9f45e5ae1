import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { forms } from '../../../src/contract/forms.ts';
import { required } from '../../../src/shared/required.ts';
import { roundRobin } from '../lib/round-robin.ts';
import type { Server } from '../service/start-contender.ts';

/** Forms that arrive in a second. */
export const PER_SECOND = 60;

/** A hundred leet characters, the slowest input for zxcvbn, which rates them strong. */
const PASSWORD = '4@8({[<369&#!1/|0$5+7%2'.repeat(5).slice(0, 100);

let sent = 0;

interface SentForm {
  path: string;
  fields: Record<string, string>;
}

/** A registration with another e-mail address each time. */
function registration(): SentForm {
  const number = sent++;
  const nickname = `Stranger ${number}`;
  const person = { email: `stranger${number}@mail.example`, nickname, password: PASSWORD };
  return { path: forms.registration.action, fields: { ...person, dateOfBirth: '1990-12-31', agreement: 'on' } };
}

/** 64 kB of combining marks, which normalization sorts in a time that grows with the square of their number. */
const MARKS = '\u0301'.repeat(5200) + '\u0323'.repeat(5200);

const nextField = roundRobin(['password', 'nickname', 'note'] as const);

/** A form with marks in one of its fields, in turn. */
export function formOfMarks(): SentForm {
  const field = nextField();
  const { action } = { password: forms.login, nickname: forms.registration, note: forms.report }[field];
  return { path: action, fields: { email: 'stranger@mail.example', [field]: MARKS } };
}

/**
 * Sends forms at a steady rate, whether or not they are answered, then waits for all answers.
 * @param address whose request it is, by its number
 * @param next the form to send
 * @returns how many were answered with each status
 */
export async function flood(
  server: Server,
  seconds: number,
  address: (number: number) => string,
  next: () => SentForm = registration,
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
    const status = await send(server, address(number), next());
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

function send({ port, host }: Server, address: string, { path, fields }: SentForm): Promise<number> {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    Host: `${host}:${port}`,
    Origin: `http://${host}:${port}`,
    Accept: 'text/html',
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': address,
  };
  return new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path, headers, agent: false };
    request(options, (response) => response.resume().on('end', () => done(required(response.statusCode, 'status'))))
      .on('error', failed)
      .end(body);
  });
}
