import type { PartnerSearch } from '../../../../src/contract/chat/partner-wishes.ts';

/** What docs/chat.md says of partners, without a database. */
export class PartnerModel {
  /** Searches of waiting people, the longest first. */
  readonly waiting = new Map<string, PartnerSearch>();
  readonly lastPartner = new Map<string, string>();
  readonly blocks = new Set<string>();
  /** Pairs in an open partner room. */
  readonly partners = new Set<string>();
  /** Pairs with an open private conversation in which both have written. */
  readonly talking = new Set<string>();
  readonly restricted = new Map<string, 'muted' | 'limited'>();
  readonly banned = new Set<string>();
  readonly online = new Set<string>();
  isClosed = false;

  /** @returns the refusal, or the partner if one is found */
  seek(person: string, search: PartnerSearch): { refusal?: string; partner?: string } {
    const refusal = this.banned.has(person)
      ? 'banned'
      : (this.restricted.get(person) ?? (this.isClosed ? 'closed' : undefined));
    if (refusal) return { refusal };
    this.waiting.delete(person);
    const [partner] = [...this.waiting.keys()]
      .filter((other) => this.mayMeet(person, search, other))
      .toSorted((one, other) => this.#common(search, other) - this.#common(search, one));
    if (partner === undefined) {
      this.waiting.set(person, search);
      return {};
    }
    this.match(person, partner);
    return { partner };
  }

  match(person: string, partner: string): void {
    this.waiting.delete(partner);
    this.lastPartner.set(person, partner).set(partner, person);
    this.partners.add(pair(person, partner));
  }

  /** Whether a search fits a waiting person, and nothing keeps the two apart. */
  mayMeet(person: string, search: PartnerSearch, other: string): boolean {
    const their = this.waiting.get(other)!;
    const both = pair(person, other);
    const isApart =
      this.blocks.has(`${person} ${other}`) ||
      this.blocks.has(`${other} ${person}`) ||
      this.lastPartner.get(person) === other ||
      this.lastPartner.get(other) === person ||
      this.partners.has(both) ||
      this.talking.has(both);
    const isAbsent = !this.online.has(other) || this.restricted.has(other);
    return search.lang === their.lang && suits(search, their) && suits(their, search) && !isApart && !isAbsent;
  }

  #common({ tags = [] }: PartnerSearch, other: string): number {
    return tags.filter((tag) => this.waiting.get(other)!.tags?.includes(tag)).length;
  }
}

/** Whether a person with a search is of the kind and age that another search looks for. */
const suits = ({ iAm, age }: PartnerSearch, { lookFor, ages = [] }: PartnerSearch): boolean =>
  (lookFor === 'anyone' || lookFor === iAm) && (!ages.length || (age !== undefined && ages.includes(age)));

/** Two people, in any order. */
export const pair = (one: string, other: string): string => [one, other].toSorted().join(' and ');
