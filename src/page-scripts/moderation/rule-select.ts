import type { RuleChoice } from '../../contract/moderation/me.ts';
import { select } from './ui/form.ts';
import { t } from './words.ts';

/** The rules with their versions. @param chosen id of the selected rule, if any */
export const ruleSelect = (rules: RuleChoice[], chosen?: string): HTMLSelectElement =>
  select(
    'rule',
    [
      ['', t('moderation.chooseRule')],
      ...rules.map(({ id, version, title }): [string, string] => [
        id,
        t('moderation.ruleVersion', { name: title, count: version }),
      ]),
    ],
    chosen,
  );
