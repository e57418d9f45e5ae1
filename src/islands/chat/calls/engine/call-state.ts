import type { Call } from '../../../../contract/call-protocol.ts';
import type { Person } from '../../../../contract/person.ts';
import type { ChatOutcome } from '../../client/state.ts';
import type { MediaKind, DeviceTrouble } from './media.ts';

/** Why a call is over, as the words `call.over.<ending>` say. */
export type CallEnding = 'declined' | 'elsewhere' | 'ended' | 'failed' | 'lost' | 'missed' | 'noAnswer';

/** Everything that is shown of a call. Never changed in place. */
export interface CallState {
  /**
   * - `setup`: one is about to call
   * - `incoming`: it rings here
   * - `left`: this tab was in it before it was loaded anew
   * - `calling`: it rings there
   * - `connecting`, `talking`, `reconnecting`
   * - `over`
   */
  status: 'setup' | 'incoming' | 'left' | 'calling' | 'connecting' | 'talking' | 'reconnecting' | 'over';
  room: string;
  other: Person;
  /** Once the service knows it. */
  call?: Call;
  /** Of one that rings: whether it does so beside what somebody goes on doing. */
  isAside: boolean;
  /** Whether devices or the service are being asked. */
  isBusy: boolean;
  /** The device that is being asked for. */
  asks?: MediaKind | undefined;
  error?: ChatOutcome;
  trouble: Partial<Record<MediaKind, DeviceTrouble>>;
  /** One's own picture, as it is sent. */
  picture: MediaStreamTrack | undefined;
  isBlurred: boolean;
  hasMicrophone: boolean;
  isMuted: boolean;
  /** Whether one's own address may be given away. */
  direct: boolean;
  remote?: MediaStream;
  /** Whether the other one is seen. */
  hasPicture: boolean;
  /** How the connection is; `paused`: so weak that one's own picture is not sent. */
  quality: 'good' | 'weak' | 'paused';
  /** When talking began, by the clock of this page. */
  since?: number;
  ending?: CallEnding;
}

/** At its beginning. */
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

/** Whether two devices are in it, or about to be. */
export const isLive = (shown: CallState | undefined): boolean =>
  !!shown && ['calling', 'connecting', 'talking', 'reconnecting'].includes(shown.status);

/** Why it is over, for one of its two people. */
export function callEndingOf({ end, isMine }: Call): CallEnding {
  if (end === 'missed') return isMine ? 'noAnswer' : 'missed';
  return end === 'declined' || end === 'failed' ? end : 'ended';
}
