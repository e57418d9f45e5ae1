import type { ReactElement } from 'react';

import { actions } from '../../../contract/api-paths.ts';
import type { Session } from '../../../contract/response-schemas.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import { ActionButton } from './action-button.tsx';
import { DeviceInfo } from './device-info.tsx';

interface Props {
  sessions: Session[];
  lang: string;
  t: Translate;
  onEnded: () => void;
  onRefused: (messages: FormMessages) => void;
}

/** The sessions of the account. */
export function SessionList({ sessions, lang, t, onEnded, onRefused }: Props): ReactElement {
  return (
    <ul className="sessions">
      {sessions.map(({ id, host, device, since, current }) => (
        <li key={id}>
          <DeviceInfo device={device} host={host} since={since} lang={lang} t={t} />
          {current ? (
            <p className="current">{t('account.current')}</p>
          ) : (
            <ActionButton
              action={actions.endSession}
              values={{ session: id }}
              label={t('account.endSession', { device })}
              onDone={onEnded}
              onRefused={onRefused}
            >
              {t('account.end')}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
