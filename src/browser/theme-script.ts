// Inlined into the head of every page, so that nothing is painted in the other theme: keep it small.
// The light theme is a stylesheet and a `theme-color` with a media query. Without a choice that query asks the system.

const styled = document.querySelectorAll<HTMLMetaElement | HTMLStyleElement>('head > [media]');

/** The theme that the visitor chose on this page. */
let chosen: string | undefined;

/** Shows the theme that the visitor chose on this host. */
function showChosenTheme(): void {
  try {
    chosen = localStorage.theme;
  } catch {
    // The browser denies storage: the choice holds for this page.
  }
  if (chosen) for (const element of styled) element.media = chosen === 'light' ? 'screen' : 'not all';
}

showChosenTheme();
// A page from the back/forward cache or of another tab may show the theme of before.
addEventListener('pageshow', showChosenTheme);
addEventListener('storage', showChosenTheme);
// The switches of the footer and of the chat. Without this script they stay hidden, or are not there.
addEventListener('click', ({ target }) => {
  if (!(target as Element).closest('.theme')) return;
  chosen = matchMedia(styled[0]!.media).matches ? 'dark' : 'light';
  try {
    localStorage.theme = chosen;
  } catch {
    // The same.
  }
  showChosenTheme();
});
addEventListener('DOMContentLoaded', () => {
  document.querySelector('footer .theme')?.removeAttribute('hidden');
});
