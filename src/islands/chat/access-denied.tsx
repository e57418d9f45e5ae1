import type { ReactElement } from 'react';

import { routes } from '../../site/editions/routes.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import { pageLink, type IslandProps } from '../ui/island-props.ts';
import type { ConnectionState } from './client/socket-connection.ts';
import { timeFormatOf } from './ui/format-time.ts';
import { useFocus } from './ui/use-focus.ts';

interface Props {
  connection: ConnectionState;
  island: IslandProps;
  t: Translate;
}

/** Stands in place of the chat for a banned or signed-out user. */
export function AccessDenied({ connection, island, t }: Props): ReactElement {
  const heading = useFocus<HTMLHeadingElement>();
  const isBanned = connection.status === 'banned';
  const to = isBanned ? routes.rules : routes.login;
  return (
    <div className="pane blank">
      <h2 className="big" ref={heading} tabIndex={-1}>
        {isBanned
          ? t('chat.banned', { date: timeFormatOf(island.lang).moment(connection.until) })
          : t('chat.signedOut')}
      </h2>
      <p>{t(isBanned ? 'chat.bannedText' : 'chat.signedOutText')}</p>
      <a className="button" href={pageLink(island, to.path)}>
        {t(isBanned ? 'service.readRules' : 'form.toLogin')}
      </a>
    </div>
  );
}
