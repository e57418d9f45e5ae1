import type { ReactElement } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import type { Connection } from '../client/connection.ts';

interface Props {
  connection: Connection;
  t: Translate;
}

/** Says that the service is not there, above everything, so that nothing moves. */
export const ConnectionLine = ({ connection, t }: Props): ReactElement => (
  <output className="connection">
    {connection.is === 'offline' && t('chat.noNetwork')}
    {connection.is === 'reconnecting' && t('chat.reconnecting')}
  </output>
);
