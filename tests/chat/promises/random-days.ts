import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { mayCall } from '../../../src/contract/chat/room-permissions.ts';
import { forms } from '../../../src/contract/forms.ts';
import { purgeBrand } from '../../../src/service/retention/retention.ts';
import { anySearch, enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { decideAbout, decisionWith } from '../../support/service/moderation/moderation-cases.ts';
import { giveSecondFactor, type TestModerator } from '../../support/service/moderation/moderator.ts';
import type { SetClock } from '../../support/service/shift-clock.ts';
import { newPerson, type TestService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';
import { permissionDifferences } from './compare-permissions.ts';
import { DAY, HOUR, PeopleModel, periods } from './people-model.ts';

const LOUNGE = 'en.lounge';

/** Moments at which the service reads the clock lie within this time after that of a step. */
const STEP_MS = 20_000;

/** Random users who act on a service, day after day. Every answer is compared with that of the model. */
export class Days {
  readonly model = new PeopleModel();
  readonly users = new Map<string, { user: TestUser; visitor: Visitor }>();
  readonly log: string[] = [];
  step = 0;
  private readonly service: TestService;
  private readonly setClock: SetClock;
  private readonly moderator: TestModerator;
  private readonly random: () => number;
  private readonly start = Date.now();
  private hours = 0;

  constructor(service: TestService, setClock: SetClock, moderator: TestModerator, random: () => number) {
    this.service = service;
    this.setClock = setClock;
    this.moderator = moderator;
    this.random = random;
  }

  get brand() {
    return this.service.brand('amber');
  }

  get day(): number {
    return (this.hours * HOUR) / DAY;
  }

  /** Whole hours pass, and some seconds: a period of hours is over in a later step, however long the steps take. */
  async pass(hours: number): Promise<void> {
    this.hours += hours;
    this.step += 1;
    const time = this.start + this.hours * HOUR + this.step * STEP_MS;
    await this.setClock(this.brand, time);
    await purgeBrand(this.brand, periods.HISTORY / DAY);
    this.model.pass(time);
    this.log.push(`day ${this.day.toFixed(1)}`);
    for (const [id, one] of this.users) {
      if (!this.model.isBanned(id) && !one.user.socket.connected) one.user = await enterChat(one.visitor);
      keepOpen(one.user);
    }
  }

  async arrive(): Promise<void> {
    const { visitor, person } = await this.service.addUser();
    const { db } = this.brand;
    await db
      .updateTable('user')
      .set({ createdAt: sql<Date>`now() - interval '2 days'` })
      .where('email', '=', person.email)
      .execute();
    const user = await enterChat(visitor);
    await user.ask('enter', { room: LOUNGE });
    this.users.set(user.me.id, { user, visitor });
    this.model.add(user.me.id);
  }

  async act(): Promise<void> {
    const [from, to] = this.twoPeople();
    if (this.model.isBanned(from)) return this.expectBanned(from);
    const pair = this.model.pair(from, to);
    if (pair.partners && this.random() < 0.5) return this.meetPartner(from, to);
    if (this.model.listsRequest(from, to, true) && this.random() < 0.5) return this.answer(from, to);
    const acts: [number, () => Promise<void>][] = [
      [8, () => this.write(from, to)],
      [2, () => this.open(from, to).then(() => undefined)],
      [4, () => this.seek(from, to)],
      [3, () => this.call(from, to)],
      [2, () => this.stop(from, to)],
      [2, () => this.block(from, to)],
      [2, () => this.speak(from)],
      [1, () => this.changeMode()],
      [2, () => this.notNow(from)],
      [1, () => this.report(from, to)],
      [1, () => this.restrict(from)],
    ];
    let drawn = this.random() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, run] of acts) if ((drawn -= weight) < 0) return run();
  }

  /** Compares what a person is shown, and what is stored, with the model. */
  async check(): Promise<void> {
    const { db } = this.brand;
    const stored = await db.selectFrom('relationship').selectAll().execute();
    const rows = stored.map(({ person, kind, other }) => `${person} ${kind} ${other}`);
    this.expectEqual('relationships', rows.toSorted(), this.model.rows());
    const messages = await db.selectFrom('message').select('seq').where('call', 'is', null).execute();
    this.expectEqual('messages', messages.length, this.model.messages.length);
    const reports = await db.selectFrom('report').select('id').execute();
    this.expectEqual('reports', reports.length, this.model.reports.length);
    const decisions = await db.selectFrom('decision').select('id').execute();
    this.expectEqual('decisions', decisions.length, this.model.decisions.length);
    const [person] = this.twoPeople();
    if (this.model.isBanned(person)) return;
    const { requests = [], restriction, notNow } = await this.users.get(person)!.user.lobby();
    const { notNowUntil, restriction: own } = this.model.people.get(person)!;
    const senders = [...this.users.keys()].filter((id) => id !== person && this.model.listsRequest(person, id));
    this.expectEqual('requests', requests.map(({ from }) => from.id).toSorted(), senders.toSorted());
    this.expectEqual('restriction', restriction && { mute: 'muted', limit: 'limited' }[restriction.kind], own?.kind);
    this.expectEqual('nobody new today', notNow !== undefined, notNowUntil > this.model.now);
    const differences = await permissionDifferences(this.brand, this.user(person), this.model.now);
    this.expectEqual(`${this.name(person)} is offered what the service takes`, differences, []);
  }

  async delete(): Promise<void> {
    const [person] = this.twoPeople();
    const { user, visitor } = this.users.get(person)!;
    if (this.model.isBanned(person)) return;
    const { status } = await visitor.post(forms.deletion.action, { password: newPerson().password });
    this.expectEqual(`${user.me.name} deletes the account`, status, 200);
    user.socket.disconnect();
    this.users.delete(person);
    this.model.delete(person);
    await purgeBrand(this.brand, periods.HISTORY / DAY);
  }

  private async open(from: string, to: string): Promise<string | undefined> {
    const answer = await this.user(from).try('converse', { person: to });
    const expected = this.model.open(from, to);
    this.expectRefusal(`opens the conversation with`, from, to, answer, expected);
    return 'ok' in answer ? answer.ok.room : undefined;
  }

  private async write(from: string, to: string): Promise<void> {
    const room = await this.open(from, to);
    if (room) await this.send(from, to, room, this.model.write(from, to));
  }

  private async send(from: string, to: string, room: string, expected: string | undefined): Promise<void> {
    const answer = await this.user(from).try('send', { room, id: randomUUID(), text: randomUUID() });
    this.expectRefusal('writes to', from, to, answer, expected);
  }

  private async answer(person: string, from: string): Promise<void> {
    const room = await this.roomOf('private', person, from);
    const pair = this.model.pair(person, from);
    if (this.random() < 0.6) {
      const answer = await this.user(person).try('decline', { room });
      pair.declinedAt = this.model.now;
      return this.expectRefusal('declines the request of', person, from, answer, undefined);
    }
    const restriction = this.model.restrictionIn(person, pair.haveBothWritten);
    const expected = restriction ?? (pair.left.size ? 'gone' : pair.blockedBy.size ? 'blocked' : undefined);
    const answer = await this.user(person).try('accept', { room });
    if (!expected) this.model.accept(pair);
    this.expectRefusal('accepts the request of', person, from, answer, expected);
  }

  private async seek(one: string, two: string): Promise<void> {
    if (this.model.isBanned(two)) return;
    for (const person of [one, two]) {
      const expected = this.model.restrictionIn(person, false);
      this.expectRefusal('seeks', person, '', await this.user(person).try('seek', anySearch), expected);
      if (expected) return void (await this.user(one).ask('stopSeeking', {}));
    }
    const { seeking } = await this.user(two).lobby();
    for (const person of [one, two]) await this.user(person).ask('stopSeeking', {});
    this.expectEqual(`${this.name(one)} and ${this.name(two)} are matched`, !seeking, this.model.match(one, two));
  }

  private async meetPartner(from: string, to: string): Promise<void> {
    const room = await this.roomOf('partner', from, to);
    if (this.random() < 0.6) return this.send(from, to, room, this.model.writeToPartner(from, to));
    this.expectRefusal('leaves', from, to, await this.user(from).try('leave', { room }), undefined);
    this.model.leavePartner(from, to);
  }

  private async call(from: string, to: string): Promise<void> {
    const room = await this.open(from, to);
    // Until a declined request is answered, its recipient is no member.
    if (!room || this.model.listsRequest(from, to, true)) return;
    const ids = { call: randomUUID(), device: randomUUID() };
    const expected = this.model.call(from, to);
    const lobby = await this.user(from).lobby();
    const facts = lobby.rooms.find(({ id }) => id === room)!;
    this.expectEqual(`${this.name(from)} has a button to call`, mayCall(facts, lobby, this.model.now), !expected);
    this.expectRefusal('calls', from, to, await this.user(from).try('call', { ...ids, room, video: false }), expected);
    if (expected) return;
    await this.user(from).ask('hangUp', { ...ids, failed: false });
    this.model.pair(from, to).called.set(from, this.model.now);
  }

  private async stop(from: string, to: string): Promise<void> {
    const room = await this.open(from, to);
    if (!room || this.model.listsRequest(from, to, true)) return;
    this.expectRefusal('leaves in private', from, to, await this.user(from).try('leave', { room }), undefined);
    this.model.stop(from, to);
  }

  private async block(from: string, to: string): Promise<void> {
    const { blockedBy } = this.model.pair(from, to);
    const on = !blockedBy.delete(from);
    if (on) blockedBy.add(from);
    const what = on ? 'blocks' : 'unblocks';
    this.expectRefusal(what, from, to, await this.user(from).try('block', { person: to, on }), undefined);
  }

  private async speak(person: string): Promise<void> {
    const answer = await this.user(person).try('send', { room: LOUNGE, id: randomUUID(), text: randomUUID() });
    this.expectRefusal('speaks', person, '', answer, this.model.speak(person));
  }

  /** Moderators close the lounge for some hours, or open it. */
  private async changeMode(): Promise<void> {
    const { db, events } = this.brand;
    const hours = Math.floor(this.random() * 60);
    this.model.closedUntil = this.model.now + hours * HOUR;
    await db.deleteFrom('roomMode').execute();
    const until = sql<Date>`now() + make_interval(hours => ${hours})`;
    if (hours) await db.insertInto('roomMode').values({ room: LOUNGE, slowSeconds: 0, closed: true, until }).execute();
    events.emit('roomModesChanged');
    this.log.push(`the lounge is closed for ${hours} hours`);
  }

  private async notNow(person: string): Promise<void> {
    this.expectRefusal('wants nobody new', person, '', await this.user(person).try('notNow', { on: true }), undefined);
    this.model.people.get(person)!.notNowUntil = this.model.now + periods.NOT_NOW;
  }

  private async report(from: string, to: string): Promise<void> {
    const body = { room: LOUNGE, person: to, reason: 'spam', note: '', shown: [] };
    this.expectRefusal('reports', from, to, await this.user(from).try('report', body), undefined);
    this.model.reports.push({ about: to });
  }

  private async restrict(person: string): Promise<void> {
    if (this.model.people.get(person)!.restriction) return;
    const act = (['mute', 'limit', 'ban'] as const)[Math.floor(this.random() * 3)]!;
    const hours = 24 * (1 + Math.floor(this.random() * 3));
    await giveSecondFactor(this.brand, this.moderator.id);
    await decideAbout(this.moderator, this.user(person).me, decisionWith({ act, hours }));
    this.model.decide(person, act, this.model.now + hours * HOUR);
    this.log.push(`${this.name(person)}: ${act} for ${hours} hours`);
    if (act === 'ban') await expect.poll(() => this.user(person).socket.connected).toBe(false);
  }

  private async expectBanned(person: string): Promise<void> {
    const { visitor } = this.users.get(person)!;
    const refused = await enterChat(visitor).then(() => 'open', String);
    this.expectEqual(`${this.name(person)} is banned`, refused, expect.stringContaining('banned'));
  }

  /** The private room of two people, or their open partner room. */
  private async roomOf(kind: 'private' | 'partner', ...people: [string, string]): Promise<string> {
    const [one, two] = people.toSorted() as [string, string];
    const rooms = this.brand.db
      .selectFrom('room')
      .select('id')
      .where('kind', '=', kind)
      .where('one', '=', one)
      .where('two', '=', two);
    const open = kind === 'partner' ? rooms.where('endedAt', 'is', null) : rooms;
    return (await open.executeTakeFirstOrThrow()).id;
  }

  private twoPeople(): [string, string] {
    const ids = [...this.users.keys()];
    const one = ids.splice(Math.floor(this.random() * ids.length), 1)[0]!;
    return [one, ids[Math.floor(this.random() * ids.length)]!];
  }

  private user(id: string): TestUser {
    return this.users.get(id)!.user;
  }

  private name(id: string): string {
    return this.users.get(id)?.user.me.name ?? '';
  }

  private expectRefusal(what: string, from: string, to: string, answer: object, expected: string | undefined): void {
    const actual = 'error' in answer ? answer.error : undefined;
    if (expected) this.model.seen.add(expected);
    this.expectEqual(`${this.name(from)} ${what} ${this.name(to)}`, actual, expected);
  }

  private expectEqual(what: string, actual: unknown, expected: unknown): void {
    this.log.push(`${what}: ${JSON.stringify(expected) ?? 'ok'}`);
    expect(actual, this.log.join('\n')).toEqual(expected);
  }
}

/** The client of Engine.IO closes a socket if its clock says that a ping is overdue. */
function keepOpen({ socket }: TestUser): void {
  Object.assign(socket.io.engine as object, { _pingTimeoutTime: Infinity });
}
