import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { newPerson, startTestService } from '../support/service/test-service.ts';

const { registration, confirm } = forms;

test('without a mail server mails become files, and their links are printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'));
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const service = await startTestService('PGlite', { MAIL_URL: '', DATA_DIR: folder });
  const person = newPerson();
  const visitor = service.visitor();
  const origin = `http://${visitor.host}.localhost:${service.port}`;
  await visitor.post(registration.action, { ...person }, { Host: new URL(origin).host, Origin: origin });
  await expect.poll(() => printed.mock.calls.flat().join('\n')).toContain('.eml');
  const [name] = readdirSync(join(folder, 'mail'));
  const file = `${folder}/mail/${name!}`;
  const mail = await PostalMime.parse(readFileSync(file));
  expect(mail.to).toMatchObject([{ address: person.email }]);
  // This machine has no TLS: the link leads to the origin of the form.
  const link = /https?:\S+/.exec(mail.text!)![0];
  expect(link).toBe(`${origin}${linkIn(mail)}`);
  expect(printed.mock.calls.flat().join('\n')).toContain(
    `${file}: ${wordsOf('en')('mail.confirm.subject')}\n  ${link}`,
  );
  await visitor.get(linkIn(mail));
  expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
  printed.mockRestore();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
