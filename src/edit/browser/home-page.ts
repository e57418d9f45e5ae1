import { element } from '../../browser/element.ts';
import type { FoundProblem } from '../page-data.ts';
import { request } from './request.ts';

/** Lists the mistakes, which take longer to find than the page to open, and gives the search a key. */
export function startHomePage(): void {
  const search = document.querySelector<HTMLInputElement>('input[type=search]');
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || !search || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    search.focus();
  });
  const list = document.querySelector<HTMLElement>('#problems');
  if (list) void showProblems(list, document.querySelector<HTMLElement>('#problems-state')!);
}

async function showProblems(list: HTMLElement, state: HTMLElement): Promise<void> {
  try {
    const { problems } = await request<{ problems: FoundProblem[] }>('problems', {});
    const items = problems.map(({ url, place, message }) =>
      element('li', {}, url ? element('a', { href: url }, place) : place, element('p', {}, message)),
    );
    list.replaceChildren(...items);
    list.hidden = !items.length;
    state.textContent = items.length ? `${items.length} found. A build stops until they are gone.` : 'None.';
  } catch (error) {
    state.textContent = (error as Error).message;
  }
}
