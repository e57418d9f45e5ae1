import { type ReactElement, Suspense } from 'react';

import { actions, resources } from '../../../contract/api-paths.ts';
import { SESSIONS_ID } from '../../../contract/element-ids.ts';
import { paths } from '../../../site/editions/paths.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import { Form } from '../../ui/form.tsx';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';

/**
 * The account's plain forms for the built page, without the data of the account. In a browser `#static-account-panel` is
 * `static-account-panel-in-browser.tsx`.
 */
export const StaticAccountPanel = ({ island, t }: { island: IslandProps; t: Translate }): ReactElement => (
  <Suspense>
    <details className="panel" open>
      <summary>
        <h2>{t('account.title')}</h2>
      </summary>
      <div className="identity">
        <a className="button quiet" href={pageLink(island, paths.change)}>
          {t('page.change.title')}
        </a>
        <form method="post" action={actions.logout}>
          <QuietButton label={t('account.logout')} />
        </form>
      </div>
      <section>
        <h3>{t('account.sessions')}</h3>
        <form id={SESSIONS_ID} action={resources.account}>
          <QuietButton label={t('account.show')} />
        </form>
        <form method="post" action={actions.endSession}>
          <input type="hidden" name="session" value="others" />
          <QuietButton label={t('account.endOthers')} />
        </form>
      </section>
      <section>
        <p>{t('account.dataText')}</p>
        <form action={resources.data}>
          <QuietButton label={t('account.data')} />
        </form>
      </section>
      <section className="danger">
        <h3>{t('account.deletion')}</h3>
        <p>{t('account.deletionText')}</p>
        <Form {...island} form="deletion" />
      </section>
    </details>
  </Suspense>
);

const QuietButton = ({ label }: { label: string }): ReactElement => (
  <button className="button quiet" type="submit">
    {label}
  </button>
);
