import { element } from '../../../browser/element.ts';
import { nameOf } from '../block/language-fields.ts';
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
  const title = element('strong', {}, path);
  const summary = element('summary', {}, title, ` ${KINDS[kind]} · ${languages} · ${countOf(sites.length)}`);
  const items = sites.map(({ host, lang }) => element('li', {}, `${host}${path} · ${nameOf(lang)}`));
  return element('li', {}, element('details', {}, summary, element('ul', {}, ...items)));
}

/** Shows a block before and after the build. */
export function showPictures({ path, host, lang, before, after }: BlockPictures): void {
  const heading = element('h3', {}, `${path} · ${nameOf(lang)} · ${host}`);
  const figures = [['Before', before] as const, ['Now', after] as const].map(([caption, address]) => {
    const alt = `${caption}: the first block of ${path} that differs`;
    const picture = address ? element('img', { alt, src: address }) : element('p', {}, 'Not there');
    return element('figure', {}, element('figcaption', {}, caption), picture);
  });
  document.querySelector('#pictures')!.append(heading, element('div', { class: 'pictures' }, ...figures));
}

const countOf = (count: number): string => (count === 1 ? '1 site' : `${count} sites`);
