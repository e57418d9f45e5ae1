type Theme = 'light' | 'dark';

/**
 * Shows a theme whatever the system prefers. The light theme is a stylesheet and a `theme-color` with a media query; without JavaScript that
 * query asks the system.
 */
export function showTheme(theme: Theme): void {
  for (const element of document.querySelectorAll<HTMLStyleElement | HTMLMetaElement>('head > [media]'))
    element.media = theme === 'light' ? 'screen' : 'not all';
}

/** Shows the other theme, and remembers it on this host. */
export function switchTheme(): void {
  const { media } = document.querySelector<HTMLStyleElement>('head > style[media]')!;
  const theme: Theme = matchMedia(media).matches ? 'dark' : 'light';
  showTheme(theme);
  localStorage.theme = theme;
}
