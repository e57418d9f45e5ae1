import type { ComponentProps, ReactElement } from 'react';

const paths = {
  account: 'M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5ZM4 20.5c.6-3.6 3.7-5.5 8-5.5s7.4 1.9 8 5.5',
  back: 'm14.5 5-7 7 7 7',
  call: 'M6.5 4h3l1.5 4-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4 1.5v3c0 1-.9 1.6-1.8 1.5C10.9 18.3 5.7 13.1 5 5.8 4.9 4.9 5.5 4 6.5 4Z',
  close: 'm6 6 12 12M18 6 6 18',
  more: 'M4.5 12h1m6 0h1m6 0h1',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.2 3-5 6.5-5s6 1.8 6.5 5M16 5a3.3 3.3 0 0 1 0 6.2M18 15c2 .7 3.2 2.2 3.5 4.5',
  // A disc, half in shadow.
  theme: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-17v17',
  video: 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3',
};

/** An icon. Text beside it, or the name of its button, says the same. */
export const Icon = ({ name }: { name: keyof typeof paths }): ReactElement => <PathIcon path={paths[name]} />;

/** An icon whose path is defined elsewhere. */
export const PathIcon = ({ path }: { path: string }): ReactElement => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

interface ButtonProps extends ComponentProps<'button'> {
  icon: keyof typeof paths;
  label: string;
}

/** A button that shows an icon alone. */
export const IconButton = ({ icon, label, ...props }: ButtonProps): ReactElement => (
  <button type="button" className="tool" aria-label={label} {...props}>
    <Icon name={icon} />
  </button>
);
