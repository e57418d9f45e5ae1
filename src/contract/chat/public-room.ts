/** Id of the public room of a language and a topic. */
export const publicRoomId = (lang: string, topic: string): string => `${lang}.${topic}`;

/** The language of a public room. */
export const langOfRoom = (room: string): string => room.slice(0, room.indexOf('.'));

/** The fragment of an address if it can name a public room, else an empty text. It leads over the login into the room. */
export const roomFragment = (fragment: string): string => (/^#[\w-]+\.[\w-]+$/.test(fragment) ? fragment : '');
