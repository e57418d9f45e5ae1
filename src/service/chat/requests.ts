import type { Socket } from 'socket.io';

import { chatBodies } from '../../contract/chat-bodies.ts';
import type { Answer, ChatError, RequestBody, RequestName, Requests } from '../../contract/chat.ts';
import { isWithin } from '../limits.ts';
import { hiddenFrom, roomOf } from './access.ts';
import { edit, react, remove } from './changes.ts';
import { converse } from './conversations.ts';
import type { Courier } from './delivery.ts';
import { type Guest, inRoom, ofPerson } from './guest.ts';
import { before, firstLook, since } from './history.ts';
import { headsOf, lobbyOf } from './lobby.ts';
import { enter, leave, read } from './membership.ts';
import { seek, stopSeeking } from './partners.ts';
import { peopleIn } from './presence.ts';
import { Refused } from './refused.ts';
import { banForFlood, block, mute, report } from './safety.ts';
import type { GuestSocket } from './sockets.ts';
import type { Write } from './writer.ts';

interface Parts {
  socket: GuestSocket;
  guest: Guest;
  courier: Courier;
  write: Write;
  onError: (error: unknown) => void;
}

type Handlers = {
  [Name in RequestName]: (body: RequestBody<Name>) => Promise<Requests[Name][1] | void>;
};

/** Answers what a browser asks for. */
export function answerRequests({ socket, guest, courier, write, onError }: Parts): void {
  const { brand } = guest;
  /** @throws Refused where somebody does something too often */
  const within = async (what: 'change' | 'converse' | 'report' | 'seek'): Promise<void> => {
    if (!(await isWithin(guest, what, guest.id))) throw new Refused('tooMany');
  };
  const handlers: Handlers = {
    lobby: async () => {
      // Listened to before anything is read, so that nothing falls between.
      const rooms = Object.keys(await headsOf(guest));
      await socket.join(rooms.map((room) => inRoom(brand, room)));
      return lobbyOf(guest);
    },
    heads: () => headsOf(guest),
    enter: async ({ room }) => {
      const isNew = await enter(room, guest);
      await socket.join(inRoom(brand, room));
      if (isNew) await courier.tellPresence(guest, [room], true);
      const [look, people] = await Promise.all([firstLook(room, guest), peopleIn(room, guest)]);
      return { ...look, people };
    },
    leave: async ({ room }) => {
      const partner = await leave(room, guest);
      courier.tellLobby(brand.id, partner ? [guest.id, partner] : [guest.id]);
      courier.dismiss(brand.id, guest.id, room);
      await courier.tellPresence(guest, [room], false);
    },
    since: ({ room, position }) => since(room, position, guest),
    before: ({ room, seq }) => before(room, seq, guest),
    send: (draft) => write(draft, guest),
    edit: async (body) => {
      await within('change');
      await edit(body, guest, courier);
    },
    delete: async (body) => {
      await within('change');
      await remove(body, guest, courier);
    },
    react: async (body) => {
      await within('change');
      await react(body, guest, courier);
    },
    read: async ({ room, seq }) => {
      if (await read(room, seq, guest)) socket.to(ofPerson(brand, guest.id)).emit('read', { room, seq });
    },
    typing: async ({ room }) => {
      await roomOf(brand.db, guest, room);
      const hidden = await hiddenFrom(brand.db, guest.id);
      socket
        .to(inRoom(brand, room))
        .except([guest.id, ...hidden].map((person) => ofPerson(brand, person)))
        .emit('typing', { room, person: { id: guest.id, name: guest.name } });
    },
    converse: async ({ person }) => {
      await within('converse');
      const conversation = await converse(person, guest);
      courier.tellLobby(brand.id, [guest.id]);
      return conversation;
    },
    seek: async (wish) => {
      await within('seek');
      courier.tellLobby(brand.id, await seek(wish, guest));
    },
    stopSeeking: () => stopSeeking(guest),
    block: async (body) => {
      await within('report');
      await block(body, guest, courier);
    },
    mute: async (body) => {
      await within('report');
      await mute(body, guest, courier);
    },
    report: async (body) => {
      await within('report');
      await report(body, guest);
    },
  };

  for (const name of Object.keys(handlers) as RequestName[]) listen(name);

  function listen<Name extends RequestName>(name: Name): void {
    const answerTo = async (body: unknown): Promise<Answer<Name>> => {
      const { data, success } = chatBodies[name].safeParse(body);
      if (!success) return { error: 'body' };
      try {
        return { ok: ((await handlers[name](data)) ?? {}) as Requests[Name][1] };
      } catch (error) {
        return { error: await refusal(error) };
      }
    };
    const listener = (body: unknown, answer: unknown): void => {
      void answerTo(body).then((answered) => {
        if (typeof answer === 'function') answer(answered);
      });
    };
    (socket as Socket).on<string>(name, listener);
  }

  async function refusal(error: unknown): Promise<ChatError> {
    if (!(error instanceof Refused)) {
      onError(error);
      return 'server';
    }
    const isFlood = error.code === 'tooMany' || error.code === 'repeated';
    if (isFlood && !(await isWithin(guest, 'flood', guest.id))) {
      await banForFlood(guest);
      return 'banned';
    }
    return error.code;
  }
}
