import type { ChatConnection } from '../socket-connection.ts';
import type { Store } from '../store.ts';
import type { fillGaps } from './fill-gaps.ts';
import type { ReadMarks } from './read-marks.ts';
import type { RoomLog } from './room-log.ts';

/** The parts of opened rooms, which their functions share. */
export interface Parts extends ReturnType<typeof fillGaps> {
  store: Store;
  ask: ChatConnection['ask'];
  /** Logs of loaded rooms. */
  logs: Map<string, RoomLog>;
  /** The room that the page shows. */
  shown: { room: string | undefined };
  marks: ReadMarks;
  publish: (room: string) => void;
}
