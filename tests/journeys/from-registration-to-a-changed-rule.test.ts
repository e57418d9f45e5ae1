import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, inject, onTestFinished } from 'vitest';

import { formElementId } from '../../src/contract/element-ids.ts';
import { type FormId, forms } from '../../src/contract/forms.ts';
import { routes } from '../../src/site/editions/routes.ts';
import { PageUser, SCREEN } from '../support/browser/chat-page.ts';
import { suiteBrowser } from '../support/browser/suite-browser.ts';
import { testWith } from '../support/programs.ts';
import { copyCompiledProject, type Project } from '../support/runnable-project-copy.ts';
import { linkIn, type MailSink, startMailSink } from '../support/service/mail-sink.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';
import { newPerson } from '../support/service/test-service.ts';

const browser = suiteBrowser();
const RULES = 'src/content/documents/shared/en/rules.md';

testWith('chromium')(
  'two people register by mail and talk in a room, and read a rule as soon as an editor has changed it and built',
  async () => {
    const project = copyCompiledProject();
    onTestFinished(project.remove);
    expect(await project.run('build')).toMatchObject({ code: 0 });
    const { service, sink } = await start(project);

    const anna = await register(service, sink, 'amber.example', 'en');
    const boris = await register(service, sink, 'ru.amber.example', 'ru');
    await anna.enter(anna.topic('music'));
    await boris.page.getByText(boris.words('chat.otherLanguages')).click();
    await boris.enter(boris.topic('music', 'en'));
    await anna.say('Good evening');
    await boris.said('Good evening').waitFor();
    await boris.say('And to you');
    await anna.said('And to you').waitFor();

    const sentence = 'Nobody pays here, and nobody is paid.';
    const file = join(project.dir, RULES);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Do not ask for money', `${sentence} Do not ask for money`));
    expect(await project.run('build')).toEqual({ code: 0, output: expect.stringMatching(/\d+ pages changed/) });
    await anna.page.goto(new URL(routes.rules.path, anna.address).href);
    await anna.page.getByText(sentence).waitFor();
    expect([...anna.wrong, ...boris.wrong]).toEqual([]);
  },
);

/** Runs `npm start` in a project, with a database that has its tables. */
async function start({ dir }: Project): Promise<{ service: SpawnedService; sink: MailSink }> {
  const sink = await startMailSink();
  onTestFinished(() => sink.stop());
  const data = mkdtempSync(join(tmpdir(), 'journey-'));
  cpSync(inject('embedded'), data, { recursive: true });
  const service = await spawnService('start', dir, { DATA_DIR: data, MAIL_URL: sink.url });
  onTestFinished(async () => {
    await service.kill('SIGTERM');
    rmSync(data, { recursive: true });
  });
  return { service, sink };
}

/** Registers a person in a browser of their own, from the form to the chat. */
async function register(service: SpawnedService, sink: MailSink, host: string, lang: string): Promise<PageUser> {
  const { port } = service.visitor();
  const person = newPerson();
  const context = await browser().newContext({ locale: lang, baseURL: `http://${host}.localhost:${port}`, ...SCREEN });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const address = `http://${host}.localhost:${port}${routes.chat.path}`;
  const user = new PageUser(page, person.nickname, service.visitor(), lang, address);
  const submit = async (form: FormId, values: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`#${formElementId(form, name)}`);
      if (value === 'on') await field.check();
      else await field.fill(value);
    }
    await page.click(`form[action="${forms[form].action}"] button[type=submit]`);
  };
  await page.goto(routes.registration.path);
  await submit('registration', { ...person });
  await page.waitForURL(`**${routes.confirm.path}`);
  await page.goto(linkIn(await sink.mailTo(person.email)));
  await submit('confirm', { password: person.password });
  await page.waitForURL(`**${routes.chat.path}`);
  await user.topic('lounge').waitFor();
  return user;
}
