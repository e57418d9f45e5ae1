// Inlined into the head of every page, so that nothing is painted in the other theme: keep it small.
import { showTheme, switchTheme } from './theme.ts';

const showChosenTheme = (): void => {
  const { theme } = localStorage;
  if (theme) showTheme(theme);
};

showChosenTheme();
// A page from the back/forward cache or of another tab may have the theme of before.
addEventListener('pageshow', showChosenTheme);
addEventListener('storage', showChosenTheme);
addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector<HTMLElement>('footer .theme');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', switchTheme);
});
