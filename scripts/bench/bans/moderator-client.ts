import { request } from 'node:http';

import { Client } from 'pg';

import { MODERATION_API } from '../../../src/contract/moderation/protocol.ts';
import { edition } from '../lib/measured-edition.ts';
import type { Talker } from '../lib/signed-in-users.ts';

/** Gives a person the role of a moderator, with the second factor, in the database of the service. */
export async function appoint(databaseUrl: string, { id }: Talker): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(`set search_path to "brand_${edition.brand.id}"`);
  await client.query(`insert into "moderator" ("userId", "role") values ($1, 'moderator')`, [id]);
  await client.query(`update "session" set "secondFactorAt" = now() where "userId" = $1`, [id]);
  await client.end();
}

/** Sends a request of a moderator. @throws Error for a refusal */
export const askAsModerator = <Answer>(port: number, { cookie }: Talker, name: string, body: object): Promise<Answer> =>
  new Promise((done, failed) => {
    const headers = {
      Host: edition.host,
      Origin: `https://${edition.host}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': '198.18.255.1',
      Cookie: cookie,
    };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: `${MODERATION_API}/${name}`, headers });
    sent.on('error', failed);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const answer = JSON.parse(text) as { ok: Answer } | { error: string };
        if ('ok' in answer) done(answer.ok);
        else failed(new Error(`${name}: ${answer.error}`));
      });
    });
    sent.end(JSON.stringify(body));
  });
