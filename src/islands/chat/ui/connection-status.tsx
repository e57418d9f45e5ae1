import type { ReactElement } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import type { ConnectionState } from '../client/socket-connection.ts';

interface Props {
  connection: ConnectionState;
  t: Translate;
}

/** Says that the connection is lost. It lies above the page, so that nothing moves. */
export const ConnectionStatus = ({ connection, t }: Props): ReactElement => (
  <output className="connection">
    {connection.status === 'offline' && t('chat.noNetwork')}
    {connection.status === 'reconnecting' && t('chat.reconnecting')}
  </output>
);
