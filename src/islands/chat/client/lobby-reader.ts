import type { Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Sender } from './message-sender.ts';
import type { Rooms } from './rooms/opened-rooms.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

/** Pause before a failed lobby request is repeated. */
const AGAIN_MS = 1000;

/** Keeps the lobby up to date. @param onRead called with each lobby of the service */
export function createLobbyReader(
  { ask, isOpen }: ChatConnection,
  { get, set, factsOf }: Store,
  sender: Sender,
  rooms: Rooms,
  onRead: (lobby: Lobby) => void,
) {
  /** Id of the signed-in user, once the lobby is loaded. */
  let person: string | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  /** Reads the lobby. Any number of calls during a read causes a single further read. */
  function refresh(): Promise<void> {
    again = reading !== undefined;
    reading ??= readLobby().finally(() => (reading = undefined));
    return reading;
  }

  async function readLobby(): Promise<void> {
    const opened = rooms.opened();
    const before = get().call;
    const marks = rooms.readMarks.all();
    const answer = await ask('lobby', {});
    if ('error' in answer) {
      // No event would repeat the request, and waiting messages need the lobby.
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return isOpen() ? readLobby() : undefined;
    }
    const { me } = answer.ok;
    // Another user has signed in, in another tab.
    if (person && person !== me.id) return globalThis.location?.reload();
    person = me.id;
    // A call event during the request is newer than the answer.
    const call = get().call === before ? (answer.ok.call ?? undefined) : get().call;
    const { blocked = [] } = get().lobby ?? {};
    onRead(answer.ok);
    set({ lobby: { ...answer.ok, rooms: answer.ok.rooms.map((facts) => withReading(facts, rooms, factsOf)) }, call });
    void rooms.readMarks.resend(answer.ok.rooms, marks).then((isStored) => void (isStored && refresh()));
    void sender.resume(me.id);
    rooms.refresh(opened);
    const isHidden = new Set(answer.ok.blocked.map(({ id }) => id));
    if (blocked.some(({ id }) => !isHidden.has(id))) rooms.reload();
    await rooms.catchUp(Object.fromEntries(answer.ok.rooms.map(({ id, head }) => [id, head])));
    if (!again) return;
    again = false;
    await readLobby();
  }

  /** Asks for the head of each room: a lost last message leaves no gap, so only the head shows it. */
  async function probe(): Promise<void> {
    const answer = await ask('heads', {});
    if ('error' in answer) return;
    const isBehind = Object.entries(answer.ok).some(([room, head]) => isBefore(factsOf(room), head));
    await rooms.catchUp(answer.ok);
    if (isBehind || !get().lobby) await refresh();
  }

  return { refresh, probe };
}

/** Facts of an answer with what the user has read since it was asked for. Events have told of messages since then. */
function withReading(facts: RoomFacts, { readMarks }: Rooms, factsOf: Store['factsOf']): RoomFacts {
  const known = readMarks.isAhead(facts) && factsOf(facts.id);
  return known ? { ...facts, head: known.head, read: known.read, unread: known.unread } : facts;
}

const isBefore = (facts: RoomFacts | undefined, head: number): boolean => !facts?.member || facts.head < head;
