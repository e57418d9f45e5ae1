import type { ReactElement } from 'react';

import { actions } from '../../../contract/api-paths.ts';
import type { Session } from '../../../contract/response-schemas.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import { ActionButton } from './action-button.tsx';
import { DeviceInfo } from './device-info.tsx';
import { Setting } from './setting.tsx';

interface Props {
  sessions: Session[];
  locale: string;
  t: Translate;
  onEnded: () => void;
  onRefused: (messages: FormMessages) => void;
}

/** The sessions of the account. */
export function SessionsSection({ sessions, locale, t, onEnded, onRefused }: Props): ReactElement {
  const ends = { action: actions.endSession, onDone: onEnded, onRefused };
  return (
    <Setting t={t} label={t('account.sessions')} value={sessions.map(({ device }) => device).join(' · ')}>
      <ul className="sessions">
        {sessions.map(({ id, host, device, since, current }) => (
          <li key={id}>
            <DeviceInfo device={device} host={host} since={since} locale={locale} t={t} />
            {current ? (
              <p className="current">{t('account.current')}</p>
            ) : (
              <ActionButton {...ends} values={{ session: id }} label={t('account.endSession', { device })}>
                {t('account.end')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ActionButton {...ends} values={{ session: 'others' }}>
          {t('account.endOthers')}
        </ActionButton>
      )}
    </Setting>
  );
}
