import { afterAll, beforeAll, describe, expect } from 'vitest';

import { forms, resources } from '../../src/contract/forms.ts';
import { newPerson, testService } from '../support/accounts.ts';
import { dist } from '../support/dist.ts';
import { linkIn } from '../support/mail-sink.ts';
import { testWith } from '../support/programs.ts';
import { type RunningServer, starters } from '../support/servers.ts';
import { Visitor } from '../support/visitor.ts';

const HOST = 'velvet.example';

/** As browsers ask over TLS, which whoever stands in front has taken off. */
const asHost = { Host: HOST, Origin: `https://${HOST}` };

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  const testServer = testWith(name);
  const service = testService('PGlite');
  let server: RunningServer;
  beforeAll(async () => {
    server = await starters[name](dist, `127.0.0.1:${service.port}`);
  });
  afterAll(() => server.stop());

  testServer('somebody registers, confirms and is signed in', async () => {
    const person = newPerson();
    const visitor = new Visitor(server.port, HOST);
    expect((await visitor.post(forms.registration.action, { ...person }, asHost)).status).toBe(200);
    const mail = await service.sink.mailTo(person.email);
    expect(mail.text).toContain(`https://${HOST}/api/`);
    await visitor.get(linkIn(mail), asHost);
    await visitor.post(forms.confirm.action, { password: person.password }, asHost);
    expect((await visitor.get(resources.account, asHost)).json()).toMatchObject({ email: person.email });
  });

  testServer('a path that looks like a file is asked of the service as well', async () => {
    const { status, text } = await new Visitor(server.port, HOST).get('/api/openapi.json', asHost);
    expect([status, text]).toEqual([200, expect.stringContaining('"openapi":"3.1.1"')]);
  });

  testServer('every header comes once, and answers are not kept', async () => {
    const visitor = new Visitor(server.port, HOST);
    const { headers, status } = await visitor.post(forms.login.action, { email: 'x' }, asHost);
    expect(status).toBe(422);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload');
    expect(headers['content-security-policy']?.match(/default-src/g)).toHaveLength(1);
    expect(headers['permissions-policy']).toMatch(/^camera=\(\), microphone=\(\)(, [a-z-]+=\(\))+$/);
  });

  testServer('what a visitor says of its own address does not count', async () => {
    const replies = await Promise.all(
      Array.from({ length: 70 }, () =>
        new Visitor(server.port, HOST, undefined, '127.0.0.2').post(forms.login.action, { email: 'x' }, asHost),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});
