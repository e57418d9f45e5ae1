import { type ReactElement, useEffect } from 'react';

import { FOR_GOOD } from '../../../contract/moderation/protocol.ts';
import { paths } from '../../../site/editions/paths.ts';
import { pageLink } from '../../ui/island-props.ts';
import type { ConnectionState } from '../client/socket-connection.ts';
import { endFrame } from '../frame/end-frame.ts';
import type { AccountProps } from '../state/use-account.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useFocus } from '../ui/use-focus.ts';

const BannedPage = lazyPart(() => import('../account/banned-page.tsx'));

interface Props extends AccountProps {
  connection: ConnectionState;
  onSignedOut: () => void;
}

/** Stands in place of the chat for a banned or signed-out user. A banned user reads the decision, can appeal, and has the account. */
export function AccessDenied({ connection, ...shared }: Props): ReactElement {
  const { island, t, readAccount } = shared;
  const heading = useFocus<HTMLHeadingElement>();
  // Reads the account when this page goes: after a ban, it has the answer of the moderators.
  useEffect(() => readAccount, [readAccount]);
  useEffect(endFrame, []);
  const isBanned = connection.status === 'banned';
  const to = isBanned ? paths.rules : paths.login;
  return (
    <div className="pane blank">
      <h2 className="big" ref={heading} tabIndex={-1}>
        {!isBanned
          ? t('chat.signedOut')
          : connection.until < FOR_GOOD
            ? t('chat.banned', { date: timeFormatOf(island.locale).moment(connection.until) })
            : t('chat.bannedForGood')}
      </h2>
      <p>{t(isBanned ? 'chat.bannedText' : 'chat.signedOutText')}</p>
      <a className="button" href={pageLink(island, to)}>
        {t(isBanned ? 'service.readRules' : 'form.toLogin')}
      </a>
      {isBanned && <BannedPage {...shared} />}
    </div>
  );
}
