/** Milliseconds of an hour and a day. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Periods as docs/chat.md and docs/privacy.md say them; nothing here is taken from the service. */
export const periods = {
  REQUEST_WAITS: 60 * DAY,
  DECLINE_HOLDS: 30 * DAY,
  PARTING_HOLDS: 365 * DAY,
  ACQUAINTANCE_LASTS: 365 * DAY,
  HISTORY: 7 * DAY,
  NOT_NOW: 24 * HOUR,
  /** Six months for an appeal, and 30 days after them. */
  DECIDED_STAYS: (183 + 30) * DAY,
};

/** A user as far as promises reach. */
export interface ModelPerson {
  id: string;
  /** Until then refuses requests. */
  notNowUntil: number;
  restriction?: { kind: 'muted' | 'limited'; until: number } | undefined;
  bannedUntil: number;
  lastPartner?: string;
}

/** What two users are to each other. */
class ModelPair {
  asked: { by: string; at: number } | undefined;
  /** When the other person declined. */
  declinedAt: number | undefined;
  /** When the request was sent, while it can be read. */
  textAt: number | undefined;
  wasAsked = false;
  /** When each last wrote, once both have agreed to the conversation. */
  wrote = new Map<string, number>();
  /** Who has left their private conversation, and has not written there since. */
  stopped = new Map<string, number>();
  /** Callers, until the record of the call is deleted. */
  called = new Map<string, number>();
  /** Who left the other. */
  left = new Map<string, number>();
  blockedBy = new Set<string>();
  partners: { activeAt: number; wrote: Set<string> } | undefined;

  get isAccepted(): boolean {
    return this.wrote.size > 0;
  }

  get haveBothWritten(): boolean {
    return this.wrote.size === 2;
  }

  get areTalking(): boolean {
    return this.haveBothWritten && this.stopped.size === 0;
  }

  /** Whether a person cannot write, because the other person left. */
  isParted(person: string): boolean {
    return this.left.size > 0 && !(this.left.size === 1 && this.left.has(person));
  }
}

/** An independent implementation of what docs/chat.md promises two people about each other, for time that passes. */
export class PeopleModel {
  readonly people = new Map<string, ModelPerson>();
  readonly reports: { about: string; decidedAt?: number }[] = [];
  readonly decisions: { at: number }[] = [];
  readonly messages: { sender: string; at: number; pair: string }[] = [];
  /** What has happened: every refusal, and what outlives the messages of two people. */
  readonly seen = new Set<string>();
  private readonly pairs = new Map<string, ModelPair>();
  now = 0;
  /** Until then the public room is closed. */
  closedUntil = 0;

  add(id: string): void {
    this.people.set(id, { id, notNowUntil: 0, bannedUntil: 0 });
  }

  pair(one: string, two: string): ModelPair {
    const key = keyOf(one, two);
    const pair = this.pairs.get(key) ?? new ModelPair();
    this.pairs.set(key, pair);
    return pair;
  }

  /** Time passes, and the service deletes what is over. */
  pass(now: number): void {
    this.now = now;
    const isOver = (at: number | undefined, period: number): boolean => at !== undefined && now - at > period;
    for (const pair of this.pairs.values()) {
      if (isOver(pair.textAt, periods.HISTORY)) pair.textAt = undefined;
      if (isOver(pair.declinedAt, periods.DECLINE_HOLDS)) pair.declinedAt = undefined;
      if (isOver(pair.asked?.at, periods.REQUEST_WAITS) && pair.declinedAt === undefined) pair.asked = undefined;
      if (isOver(pair.partners?.activeAt, periods.HISTORY)) pair.partners = undefined;
      for (const [map, period] of [
        [pair.wrote, periods.ACQUAINTANCE_LASTS],
        [pair.left, periods.PARTING_HOLDS],
        [pair.stopped, periods.ACQUAINTANCE_LASTS],
        [pair.called, periods.HISTORY],
      ] as const)
        for (const [person, at] of map) if (isOver(at, period)) map.delete(person);
    }
    keepOnly(this.messages, ({ at }) => !isOver(at, periods.HISTORY));
    keepOnly(this.reports, ({ decidedAt }) => !isOver(decidedAt, periods.DECIDED_STAYS));
    keepOnly(this.decisions, ({ at }) => !isOver(at, periods.DECIDED_STAYS));
    for (const person of this.people.values())
      if (person.restriction && person.restriction.until <= now) person.restriction = undefined;
  }

  delete(id: string): void {
    this.people.delete(id);
    for (const key of this.pairs.keys()) if (key.split(' ').includes(id)) this.pairs.delete(key);
    keepOnly(this.messages, ({ pair }) => !pair.split(' ').includes(id));
  }

  /** A moderator decides about a person: of all reports until then. */
  decide(about: string, act: 'mute' | 'limit' | 'ban', until: number): void {
    const person = this.people.get(about)!;
    if (act === 'ban') person.bannedUntil = until;
    else person.restriction = { kind: act === 'mute' ? 'muted' : 'limited', until };
    this.decisions.push({ at: this.now });
    for (const report of this.reports) if (report.about === about) report.decidedAt ??= this.now;
  }

  isBanned(id: string): boolean {
    return this.people.get(id)!.bannedUntil > this.now;
  }

  /** Why a person cannot open the private conversation; undefined if they can. Opening it lists a declined request again. */
  open(from: string, to: string): string | undefined {
    const pair = this.pair(from, to);
    if (pair.blockedBy.size) return 'blocked';
    if (pair.isParted(from)) return 'parted';
    const restriction = this.restrictionIn(from, pair.haveBothWritten);
    if (restriction) return restriction;
    if (this.listsRequest(from, to, true)) {
      pair.declinedAt = undefined;
      return undefined;
    }
    return !pair.isAccepted && !pair.asked && this.isNotNow(to) ? 'notNow' : undefined;
  }

  /** The same of a message in the opened conversation, which changes what the two are to each other. */
  write(from: string, to: string): string | undefined {
    const pair = this.pair(from, to);
    const arePartners = pair.partners?.wrote.size === 2;
    const isRequest = !pair.isAccepted && pair.asked?.by !== to && !arePartners;
    if (isRequest && pair.asked) return 'waiting';
    if (isRequest && this.isNotNow(to)) return 'notNow';
    pair.left.clear();
    this.store(from, to);
    if (isRequest) {
      if (pair.wasAsked) this.seen.add('asked again');
      pair.wasAsked = true;
      pair.asked = { by: from, at: this.now };
      pair.textAt = this.now;
      return undefined;
    }
    if (this.isForgotten(pair.wrote.get(to))) this.seen.add('wrote to a friend of earlier days');
    this.accept(pair);
    pair.wrote.set(from, this.now);
    pair.stopped.delete(from);
    return undefined;
  }

  /** A person leaves the private conversation that they have opened. */
  stop(from: string, to: string): void {
    const pair = this.pair(from, to);
    if (pair.isAccepted) pair.stopped.set(from, this.now);
  }

  accept(pair: ModelPair): void {
    if (pair.asked) pair.wrote.set(pair.asked.by, this.now);
    pair.asked = undefined;
    pair.declinedAt = undefined;
    pair.textAt = undefined;
  }

  /** Why a person cannot call in the private conversation that they have opened. */
  call(from: string, to: string): string | undefined {
    const pair = this.pair(from, to);
    if (pair.left.size) return 'gone';
    if (this.isForgotten(pair.wrote.get(to))) this.seen.add('called a friend of earlier days');
    return pair.wrote.has(to) || pair.called.has(to) ? undefined : 'stranger';
  }

  /** Whether the lobby of a person lists a request of another. */
  listsRequest(person: string, from: string, isDeclinedToo = false): boolean {
    const { asked, textAt, declinedAt, left, blockedBy } = this.pair(person, from);
    const waits = asked?.by === from && textAt !== undefined;
    return waits && (isDeclinedToo || (declinedAt === undefined && !left.size && !blockedBy.size));
  }

  /** Whether two people who look for a partner are matched. */
  match(one: string, two: string): boolean {
    const pair = this.pair(one, two);
    const [first, second] = [this.people.get(one)!, this.people.get(two)!];
    const met = first.lastPartner === two || second.lastPartner === one;
    if (pair.blockedBy.size || met || pair.partners || pair.areTalking) return false;
    pair.partners = { activeAt: this.now, wrote: new Set() };
    first.lastPartner = two;
    second.lastPartner = one;
    return true;
  }

  /** Why a person cannot write in their open partner room. */
  writeToPartner(from: string, to: string): string | undefined {
    const pair = this.pair(from, to);
    const restriction = this.restrictionIn(from, pair.partners!.wrote.size === 2);
    if (restriction) return restriction;
    if (pair.blockedBy.size) return 'blocked';
    pair.partners!.wrote.add(from);
    pair.partners!.activeAt = this.now;
    this.store(from, to);
    return undefined;
  }

  /** Why a person cannot write in the public room. */
  speak(person: string): string | undefined {
    const refused = this.restrictionIn(person, false) ?? (this.closedUntil > this.now ? 'closed' : undefined);
    if (!refused) this.messages.push({ sender: person, at: this.now, pair: person });
    return refused;
  }

  leavePartner(from: string, to: string): void {
    const pair = this.pair(from, to);
    pair.partners = undefined;
    if (pair.areTalking) return;
    for (const person of new Set([...pair.left.keys(), from])) pair.left.set(person, this.now);
  }

  /** Why a mute or limit refuses a message. */
  restrictionIn(id: string, haveBothWritten: boolean): string | undefined {
    const kind = this.people.get(id)!.restriction?.kind;
    return kind === 'limited' && haveBothWritten ? undefined : kind;
  }

  /** What the service still knows of relationships. */
  rows(): string[] {
    const rows: string[] = [];
    for (const [key, pair] of this.pairs) {
      const otherOf = (person: string): string => key.split(' ').find((id) => id !== person)!;
      if (pair.asked) {
        const { by, at } = pair.asked;
        if (this.now - at <= periods.REQUEST_WAITS) rows.push(`${by} asked ${otherOf(by)}`);
        if (pair.declinedAt !== undefined) rows.push(`${otherOf(by)} declined ${by}`);
      }
      for (const person of pair.wrote.keys()) rows.push(`${person} wrote ${otherOf(person)}`);
      for (const person of pair.stopped.keys()) rows.push(`${person} stopped ${otherOf(person)}`);
      for (const person of pair.left.keys()) rows.push(`${person} left ${otherOf(person)}`);
    }
    return rows.toSorted();
  }

  /** Whether no message of that time is left. */
  private isForgotten(at: number | undefined): boolean {
    return at !== undefined && this.now - at > periods.HISTORY;
  }

  private isNotNow(id: string): boolean {
    return this.people.get(id)!.notNowUntil > this.now;
  }

  private store(sender: string, to: string): void {
    this.messages.push({ sender, at: this.now, pair: keyOf(sender, to) });
  }
}

function keepOnly<Item>(items: Item[], stays: (item: Item) => boolean): void {
  items.splice(0, items.length, ...items.filter(stays));
}

const keyOf = (one: string, two: string): string => [one, two].toSorted().join(' ');
