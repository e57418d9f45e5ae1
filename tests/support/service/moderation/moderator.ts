import type { ModerationError } from '../../../../src/contract/moderation/errors.ts';
import type { ModerationRole } from '../../../../src/contract/moderation/me.ts';
import {
  MODERATION_API,
  type ModerationBody,
  type ModerationRequestName,
  type ModerationRequests,
} from '../../../../src/contract/moderation/protocol.ts';
import type { ServiceBrand } from '../../../../src/service/brands/open-brands.ts';
import { editions } from '../../configured-site.ts';
import type { Person, TestService } from '../test-service.ts';
import type { Reply, Visitor } from '../visitor.ts';

/** Body of a response to a moderator. */
export type ModerationResponse<Name extends ModerationRequestName> =
  | { ok: ModerationRequests[Name][1] }
  | { error: ModerationError };

export interface TestModerator {
  id: string;
  visitor: Visitor;
  person: Person;
  /** Sends a request of a moderator. */
  request: <Name extends ModerationRequestName>(
    name: Name,
    body: ModerationBody<Name>,
  ) => Promise<ModerationResponse<Name>>;
}

/** Adds a user with a role, who has given the second factor. */
export async function addModerator(
  service: TestService,
  role: ModerationRole = 'moderator',
  { host = 'amber.example', ...facts }: Partial<Person> & { host?: string } = {},
): Promise<TestModerator> {
  const { visitor, person } = await service.addUser(facts, host);
  const brand = service.brand(editions.find((edition) => edition.host === host)!.brand.id);
  const id = await idOf(brand, person);
  await brand.db.insertInto('moderator').values({ userId: id, role }).execute();
  await giveSecondFactor(brand, id);
  return {
    id,
    visitor,
    person,
    request: async (name, body) => (await sendModerationRequest(visitor, name, body)).json() as never,
  };
}

/** Has every session of a user count as one with the second factor. */
export async function giveSecondFactor({ db }: Pick<ServiceBrand, 'db'>, userId: string): Promise<void> {
  await db.updateTable('session').set({ secondFactorAt: new Date() }).where('userId', '=', userId).execute();
}

/** Sends a request of a moderator, as any visitor could. */
export const sendModerationRequest = (
  visitor: Visitor,
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  visitor.send('POST', `${MODERATION_API}/${name}`, typeof body === 'string' ? body : JSON.stringify(body), {
    'Content-Type': 'application/json',
    ...headers,
  });

/** Id of the account of a person. */
export async function idOf({ db }: Pick<ServiceBrand, 'db'>, { email }: Pick<Person, 'email'>): Promise<string> {
  return (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}
