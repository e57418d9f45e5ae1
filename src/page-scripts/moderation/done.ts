import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import type { DecisionEntry } from '../../contract/moderation/protocol.ts';
import { caseLink, decisionEntry } from './decision.ts';
import { ask } from './request.ts';
import { listKeys } from './ui/list.ts';
import { pagedList } from './ui/paged-list.ts';
import type { View } from './ui/stage.ts';
import { t } from './words.ts';

/** The decisions, latest first. */
export async function doneView(me: Me): Promise<View> {
  const { list, content } = await pagedList(
    (before) => ask('done', { before }),
    (entry: DecisionEntry) => element('div', {}, decisionEntry(entry, me), ...caseLink(entry)),
  );
  return { title: t('moderation.tab.done'), content, keys: listKeys(list) };
}
