import { type ReactElement, Suspense } from 'react';

import type { OwnReport } from '../../../contract/moderation/statement.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import type { TranslationKey } from '../../../site/i18n/translator.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import type { DecisionProps } from './appeal-view.tsx';
import { StatementView } from './statement-view.tsx';
import { useAllTranslations } from './use-all-translations.ts';

export interface DecisionListProps extends Omit<DecisionProps, 't'> {
  account: Pick<Account, 'decisions' | 'reports'>;
}

/** The decisions about the user, and the user's reports with their outcomes. */
export default function DecisionList(props: DecisionListProps): ReactElement | null {
  const { decisions, reports } = props.account;
  if (!decisions && !reports) return null;
  return (
    <Suspense>
      <Lists {...props} />
    </Suspense>
  );
}

function Lists({ account: { decisions, reports }, ...props }: DecisionListProps): ReactElement {
  const { island } = props;
  const t = useAllTranslations(island);
  const { moment } = timeFormatOf(island.locale);
  const stateOf = ({ outcome, decidedAt }: OwnReport): string =>
    t(`decisions.report.${outcome}`, { date: decidedAt ? moment(Date.parse(decidedAt)) : '' });
  return (
    <>
      {decisions && (
        <details className="panel" open>
          <summary>
            <h2>{t('decisions.title')}</h2>
          </summary>
          {decisions.map((statement) => (
            <StatementView key={statement.id} {...props} t={t} statement={statement} />
          ))}
        </details>
      )}
      {reports && (
        <details className="panel" open>
          <summary>
            <h2>{t('decisions.reports')}</h2>
          </summary>
          <ul className="sessions">
            {reports.map((report) => (
              <li key={report.id}>
                <p>
                  <strong>{t(`report.${report.reason}` as TranslationKey)}</strong>
                  <span className="hint">{moment(Date.parse(report.at))}</span>
                </p>
                <p>{stateOf(report)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
