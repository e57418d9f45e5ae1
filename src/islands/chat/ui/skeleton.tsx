import type { ReactElement } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';

const LINES = [1, 2, 3, 4, 5, 6];

/** The outline of the chat while it loads. */
export const Skeleton = ({ t }: { t: Translate }): ReactElement => (
  <div className="panes" data-view="lobby">
    <div className="pane lobby">
      <output className="hush">{t('chat.connecting')}</output>
      {LINES.map((line) => (
        <span key={line} className="bone" />
      ))}
    </div>
    <div className="pane main" />
  </div>
);
