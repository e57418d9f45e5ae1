import type { Call } from '../../../../contract/chat/call-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { ChatOutcome } from '../../client/chat-client-types.ts';
import type { MediaKind, DeviceTrouble } from './media.ts';

/** Why a call is over; the text is `call.over.<ending>`. */
export type CallEnding = 'declined' | 'elsewhere' | 'ended' | 'failed' | 'lost' | 'missed' | 'noAnswer';

/** The state of the page's call. Immutable. */
export interface CallState {
  /**
   * - `setup`: the user is about to call
   * - `incoming`: it rings here
   * - `left`: this tab was in the call before it was reloaded
   * - `calling`: it rings at the other person
   * - `connecting`, `talking`, `reconnecting`
   * - `over`
   */
  status: 'setup' | 'incoming' | 'left' | 'calling' | 'connecting' | 'talking' | 'reconnecting' | 'over';
  room: string;
  other: Person;
  /** Once the service knows it. */
  call?: Call;
  /** Whether a ringing call is a panel beside the chat instead of a dialog. */
  isAside: boolean;
  /** Whether a request to a device or the service is under way. */
  isBusy: boolean;
  /** The device whose permission is being asked for. */
  asks?: MediaKind | undefined;
  error?: ChatOutcome;
  trouble: Partial<Record<MediaKind, DeviceTrouble>>;
  /** The user's picture as it is sent. */
  picture: MediaStreamTrack | undefined;
  isBlurred: boolean;
  hasMicrophone: boolean;
  isMuted: boolean;
  /** Whether the other person may learn the user's IP address. */
  direct: boolean;
  remote?: MediaStream;
  /** Whether the other person sends a picture. */
  hasPicture: boolean;
  /** Quality of the connection; `paused`: too weak to send the user's picture. */
  quality: 'good' | 'weak' | 'paused';
  ending?: CallEnding;
}

/** The state of a call at its beginning. */
export const newCallState = (
  status: CallState['status'],
  room: string,
  other: Person,
  call: Call | undefined,
): CallState => ({
  status,
  room,
  other,
  ...(call && { call }),
  isAside: false,
  isBusy: false,
  trouble: {},
  picture: undefined,
  isBlurred: false,
  hasMicrophone: false,
  isMuted: false,
  direct: false,
  hasPicture: false,
  quality: 'good',
});

/** Whether two devices are connected, or about to be. */
export const isLive = (state: CallState | undefined): boolean =>
  !!state && ['calling', 'connecting', 'talking', 'reconnecting'].includes(state.status);

/** Why the call is over, as the user sees it. */
export function callEndingOf({ end, isMine }: Call): CallEnding {
  if (end === 'missed') return isMine ? 'noAnswer' : 'missed';
  return end === 'declined' || end === 'failed' ? end : 'ended';
}
