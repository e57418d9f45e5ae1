import { type RequestBody, type RequestName, SHOWN_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { ChatClient, ChatOutcome } from './chat-client-types.ts';
import type { Rooms } from './rooms/opened-rooms.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

/** How many of the messages sent along with a report follow the reported message. */
const SHOWN_AFTER = 30;

/** The error of an answer, or `undefined` after success. */
export async function outcomeOf(
  asked: Promise<{ ok: unknown } | { error: NonNullable<ChatOutcome> }>,
): Promise<ChatOutcome> {
  const answer = await asked;
  return 'error' in answer ? answer.error : undefined;
}

/** The requests of a user that nothing delays. */
export function userRequests(
  ask: ChatConnection['ask'],
  { get }: Store,
  rooms: Rooms,
  refreshLobby: () => Promise<void>,
) {
  const request = <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<ChatOutcome> =>
    outcomeOf(ask(name, body));
  /** Makes a request that changes the lobby, then reads the lobby. */
  const requestAndRefresh = async <Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): Promise<ChatOutcome> => {
    const outcome = await request(name, body);
    if (!outcome) await refreshLobby();
    return outcome;
  };
  const setHidden = (name: 'block' | 'mute', { id }: Person, on: boolean): Promise<ChatOutcome> =>
    requestAndRefresh(name, { person: id, on });

  return {
    edit: (room, seq, text) => request('edit', { room, seq, text }),
    react: async (room, seq, reaction, on) => {
      const outcome = await request('react', { room, seq, reaction, on });
      if (!outcome) rooms.react(room, seq, reaction, on);
      return outcome;
    },
    leave: async (room) => {
      const outcome = await request('leave', { room });
      if (outcome) return outcome;
      rooms.forget(room);
      await refreshLobby();
      return undefined;
    },
    openPrivateConversation: async (personId) => {
      const answer = await ask('converse', { person: personId });
      if ('error' in answer) return answer;
      await refreshLobby();
      return answer.ok;
    },
    acceptRequest: (room) => requestAndRefresh('accept', { room }),
    declineRequest: (room) => requestAndRefresh('decline', { room }),
    setNotNow: (on) => requestAndRefresh('notNow', { on }),
    findPartner: (search) => requestAndRefresh('seek', search),
    stopPartnerSearch: () => requestAndRefresh('stopSeeking', {}),
    block: (target, on) => setHidden('block', target, on),
    showSeen: (on) => requestAndRefresh('showSeen', { on }),
    mute: (target, on) => setHidden('mute', target, on),
    report: ({ room, person: reported, seq = Infinity, call, waiting }, reason, note) => {
      const all = get().rooms[room]?.messages ?? [];
      const until = all.filter((one) => one.seq <= seq).length + SHOWN_AFTER;
      const shown = all
        .slice(Math.max(0, until - SHOWN_MAX), until)
        .map((one): [number, number] => [one.seq, one.position]);
      return request('report', { room, person: reported.id, reason, note, shown, call, waiting });
    },
  } satisfies Partial<ChatClient>;
}
