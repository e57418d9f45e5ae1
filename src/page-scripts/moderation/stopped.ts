import { element } from '../../browser/element.ts';
import type { Me } from '../../contract/moderation/me.ts';
import { ask } from './request.ts';
import { form } from './ui/form.ts';
import { t } from './words.ts';

/** A notice for each moderator who was stopped after too many bans, for a lead, who can let them go on. */
export const stoppedNotices = ({ stopped = [] }: Pick<Me, 'stopped'>): HTMLElement[] =>
  stopped.map(({ id, name, bans }) => {
    const notice = element(
      'section',
      { class: 'panel' },
      element('p', { class: 'error' }, t('moderation.stopped', { name, count: bans })),
      form({
        fields: [],
        label: t('moderation.letGoOn'),
        submit: async () => {
          await ask('releaseBrake', { moderator: id });
          notice.remove();
        },
      }),
    );
    return notice;
  });
