import type { ReactElement } from 'react';

import { type IslandProps, pageLink } from '../../ui/island-props.ts';

interface Props {
  island: IslandProps;
  /** Such as `/rules#adults-only`. */
  path: string;
  title: string;
}

/** A link to a rule or a section, in another tab: the chat goes on. */
export function BlockLink({ island, path, title }: Props): ReactElement {
  const [page, anchor] = path.split('#') as [string, string];
  return (
    <a href={`${pageLink(island, page)}#${anchor}`} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
}
