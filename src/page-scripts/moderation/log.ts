import { element } from '../../browser/element.ts';
import type { ModerationError } from '../../contract/moderation/errors.ts';
import type { AuditEntry } from '../../contract/moderation/protocol.ts';
import { ask } from './request.ts';
import { badge } from './ui/badge.ts';
import { pagedList } from './ui/paged-list.ts';
import type { View } from './ui/stage.ts';
import { t, time } from './words.ts';

/** The audit log, latest first. */
export async function logView(): Promise<View> {
  const { content } = await pagedList((before) => ask('log', { before }), logLine);
  return { title: t('moderation.tab.log'), content };
}

const logLine = ({ at, moderator, session, role, request, subject, error }: AuditEntry): HTMLElement =>
  element(
    'p',
    {},
    time(at),
    ' · ',
    element('strong', {}, moderator),
    ` (${t(`moderation.role.${role}`)}) · `,
    session && `${t('moderation.session', { text: session.slice(0, 8) })} · `,
    element('code', {}, request),
    ...(subject === '{}' ? [] : [' ', element('code', {}, subject)]),
    ...(error ? [' ', badge(outcomeOf(error), true)] : []),
  );

const outcomeOf = (error: ModerationError): string =>
  error === 'server' ? t('moderation.logged.failed') : t('moderation.logged.refused', { text: error });
