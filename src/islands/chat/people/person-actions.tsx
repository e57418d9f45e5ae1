import type { ReactElement } from 'react';

import type { Person } from '../../../contract/person.ts';
import { useTools } from '../state/chat-context.ts';

interface Props {
  person: Person;
  room: string;
  /** The message of theirs that it is about, if it is about one. */
  seq?: number;
  /** Whether one talks with nobody else here. */
  isAlone?: boolean;
  onDone: () => void;
}

/** What can be done about somebody. */
export function PersonActions({ person, room, seq, isAlone = false, onDone }: Props): ReactElement {
  const { client, lobby, t, ask, go, tell, check } = useTools();
  const has = (list: readonly Person[]): boolean => list.some(({ id }) => id === person.id);
  const [isBlocked, isMuted] = [has(lobby.blocked), has(lobby.muted)];

  async function converse(): Promise<void> {
    onDone();
    const answer = await client.converse(person.id);
    if ('error' in answer) return void check(answer.error);
    ask(undefined);
    go({ is: 'room', room: answer.room });
  }

  async function mute(): Promise<void> {
    onDone();
    if (check(await client.mute(person, !isMuted)) && !isMuted) tell(t('chat.muted', { name: person.name }));
  }

  return (
    <>
      {!isAlone && !isBlocked && (
        <button type="button" onClick={converse}>
          {t('chat.converse')}
        </button>
      )}
      {!isAlone && (
        <button type="button" onClick={mute}>
          {t(isMuted ? 'chat.unmute' : 'chat.mute')}
        </button>
      )}
      <button
        type="button"
        onClick={async () => {
          onDone();
          if (isBlocked) check(await client.block(person, false));
          else ask({ is: 'block', person });
        }}
      >
        {t(isBlocked ? 'chat.unblock' : 'chat.block')}
      </button>
      <button
        type="button"
        onClick={() => {
          onDone();
          ask({ is: 'report', room, person, seq });
        }}
      >
        {t('chat.report')}
      </button>
    </>
  );
}
