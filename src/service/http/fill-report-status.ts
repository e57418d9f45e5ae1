import { load } from 'cheerio';

import { formElementId } from '../../contract/element-ids.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import type { ReportStatus } from '../moderation/form-reports/read-report-status.ts';

/** Fills the built page that shows the state of a report. */
export function fillReportStatus(html: string, status: ReportStatus, { lang, site }: Edition): string {
  const $ = load(html);
  const byId = (part: string) => $(`#${formElementId('reportStatus', part)}`);
  if (!status) {
    byId('unknown').removeAttr('hidden');
    return $.html();
  }
  const date = new Intl.DateTimeFormat(localeOf(site.folder, lang), { dateStyle: 'long', timeZone: 'UTC' }).format(
    status.at,
  );
  byId('lead').attr('hidden', '');
  byId('received').text(lightTranslatorOf(site.folder, lang)('reportStatus.received', { date }));
  byId(status.outcome).removeAttr('hidden');
  if (status.outcome !== 'waiting') byId('redress').removeAttr('hidden');
  byId('link').attr('href', status.link).text(status.link);
  byId('state').removeAttr('hidden');
  return $.html();
}
