// `npm run service:case-export`: what an authority gets of a held case, whose person has deleted the account.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { forms } from '../../../src/contract/forms.ts';
import { purgeBrand } from '../../../src/service/retention/retention.ts';
import { testWith } from '../../support/programs.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import { chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { decisionWith, ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { AUTH_SECRET, newDatabase, startTestService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
const enter = chatEntry();

testWith('postgres')(
  'a held case is written with who the person is, their messages, hashes and a line of the log',
  async () => {
    const settings = { DATABASE_URL: await newDatabase(), AUTH_SECRET };
    const service = await startTestService('PostgreSQL', settings);
    onTestFinished(() => service.close());
    const folder = mkdtempSync(join(tmpdir(), 'case-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const run = (...args: string[]) =>
      runAndCapture(process.execPath, ['scripts/service/case-export.ts', ...args], '.', environment(settings));
    const lead = await addModerator(service, 'lead');
    const anna = await enter((await service.addUser()).visitor, room);
    const { visitor, person } = await service.addUser();
    const eve = await enter(visitor, room);
    const { seq } = await eve.say(room, 'Pay me, or <b>all</b> see it');
    await eve.say(room, 'A text that nobody has reported');
    await visitor.post(forms.deletion.action, { password: person.password });
    const { db } = service.brand('amber');
    await expect.poll(() => db.selectFrom('keptMessage').select('seq').execute()).toHaveLength(2);
    await anna.ask('report', { room, person: eve.me.id, reason: 'threat', note: 'Since Monday', shown: [[seq, seq]] });
    const { id } = await db.selectFrom('moderationCase').select('id').executeTakeFirstOrThrow();
    const refused = await run('amber', id, folder);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('not on hold')]);
    await ok(lead, 'hold', { case: id, on: true, note: 'Reference 17' });
    await ok(lead, 'decide', { case: id, ...decisionWith({ act: 'ban', hours: null }) });
    await purgeBrand(service.brand('amber'), 7);
    const { code, output } = await run('amber', id, folder);
    expect([code, output.trim()]).toEqual([0, `${folder}/${id}/: case.json, case.html, SHA256SUMS`]);
    const read = (name: string): string => readFileSync(join(folder, id, name), 'utf8');
    const file = JSON.parse(read('case.json')) as Record<string, object>;
    expect(file).toMatchObject({
      service: { name: 'Amber', hosts: expect.arrayContaining(['amber.example']) },
      case: { id, hold: { note: 'Reference 17', until: expect.any(String) } },
      incident: { reasons: ['threat'], timeZone: 'UTC' },
      person: { id: eve.me.id, emails: [person.email], nicknames: [person.nickname], deletedAt: expect.any(String) },
      reports: [{ reporter: anna.me.id, note: 'Since Monday', messages: [{ text: 'Pay me, or <b>all</b> see it' }] }],
      decisions: [{ act: 'ban' }],
      people: { [eve.me.id]: person.nickname, [anna.me.id]: anna.me.name },
    });
    expect((file.messages as { text: string }[]).map(({ text }) => text)).toContain('A text that nobody has reported');
    expect((file.log as { request: string }[]).map(({ request }) => request)).toEqual(['hold', 'decide']);
    expect(read('case.html')).toContain('Pay me, or &lt;b>all&lt;/b> see it');
    const sums = Object.fromEntries(
      read('SHA256SUMS')
        .trim()
        .split('\n')
        .map((line) => line.split('  ').toReversed() as [string, string]),
    );
    for (const name of ['case.json', 'case.html'])
      expect(sums[name]).toBe(createHash('sha256').update(read(name)).digest('hex'));
    expect(statSync(join(folder, id, 'case.json')).mode & 0o077).toBe(0);
    const { entries } = await ok(lead, 'log', {});
    const line = entries.find(({ request }) => request === 'caseExport');
    expect(line?.moderator).toBe('operator');
    expect(JSON.parse(line!.subject)).toEqual({ case: id, sha256: sums['case.json'] });
    const wrong = await run('ambre', 'none');
    expect(wrong.output).toContain('"ambre" is no brand');
    expect(wrong.output).toContain('A folder to write to is missing');
  },
);
