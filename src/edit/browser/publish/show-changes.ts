import { showStatus } from '../request.ts';
import type { BlockPictures, BuiltPages, ChangedPage } from './publish-events.ts';

const KINDS = { added: 'New', changed: 'Changed', removed: 'Removed' } as const;

/** Lists the changed pages, each with its sites. */
export function showPages({ pages, otherFiles }: BuiltPages): void {
  const addresses = pages.reduce((sum, { sites }) => sum + sites.length, 0);
  const title = document.querySelector<HTMLElement>('#changes-title')!;
  title.textContent = addresses
    ? `${addresses} ${addresses === 1 ? 'address has' : 'addresses have'} changed`
    : 'No page has changed';
  document.querySelector('#pages')!.replaceChildren(...pages.map(itemOf));
  document.querySelector<HTMLElement>('#changes')!.hidden = false;
  const others = otherFiles ? `, and ${otherFiles} other ${otherFiles === 1 ? 'file' : 'files'}` : '';
  showStatus(`Built. ${title.textContent}${others}.`);
}

function itemOf({ path, kind, sites }: ChangedPage): HTMLElement {
  const languages = [...new Set(sites.map(({ lang }) => lang))].map(nameOf).join(', ');
  const summary = make('summary', make('strong', path), ` ${KINDS[kind]} · ${languages} · ${countOf(sites.length)}`);
  const list = make('ul', ...sites.map(({ host, lang }) => make('li', `${host}${path} · ${nameOf(lang)}`)));
  return make('li', make('details', summary, list));
}

/** Shows a block before and after the build. */
export function showPictures({ path, host, lang, before, after }: BlockPictures): void {
  const heading = make('h3', `${path} · ${nameOf(lang)} · ${host}`);
  const figures = [['Before', before] as const, ['Now', after] as const].map(([caption, address]) => {
    const image = document.createElement('img');
    image.alt = `${caption}: the first block of ${path} that differs`;
    if (address) image.src = address;
    return make('figure', make('figcaption', caption), address ? image : make('p', 'Not there'));
  });
  const pair = make('div', ...figures);
  pair.className = 'pictures';
  document.querySelector('#pictures')!.append(heading, pair);
}

const countOf = (count: number): string => (count === 1 ? '1 site' : `${count} sites`);

const names = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (lang: string): string => names.of(lang) ?? lang;

function make(tag: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
