import { readFileSync } from 'node:fs';

import { type CheerioAPI, load } from 'cheerio';
import { validateXML } from 'xmllint-wasm';

const schema = [{ fileName: 'atom.rng', contents: readFileSync('tests/xsd/atom.rng', 'utf8') }];

/** Elements and attributes of HTML that readers of feeds remove or that endanger them. */
const UNSAFE = 'script, style, iframe, object, embed, form, input, link, meta, [style], [onclick], [onload], [onerror]';

/** Feeds that are validated at once. */
const BATCH = 200;

/** A feed and its address. */
export interface FoundFeed {
  xml: string;
  url: string;
}

/** Faults of feeds: against the schema of RFC 4287, and against rules of https://validator.w3.org/feed/ that a schema cannot hold. */
export async function faultsOfFeeds(feeds: FoundFeed[]): Promise<string[]> {
  const faults: string[] = [];
  // The validator never ends where it is given many hundreds at once.
  for (let first = 0; first < feeds.length; first += BATCH) {
    const batch = feeds.slice(first, first + BATCH);
    const xml = batch.map((feed) => ({ fileName: encodeURIComponent(feed.url), contents: feed.xml }));
    const { errors } = await validateXML({ xml, schema, extension: 'relaxng' });
    faults.push(...errors.map(({ rawMessage }) => rawMessage), ...batch.flatMap(faultsOf));
  }
  return faults;
}

function faultsOf({ xml, url }: FoundFeed): string[] {
  const $ = load(xml, { xml: true });
  const faults: string[] = [];
  const must = (holds: boolean, fault: string): void => void (holds || faults.push(`${url}: ${fault}`));

  const links = (within: string, rel: string): string[] =>
    $(`${within} > link[rel=${rel}]`)
      .map((_, link) => $(link).attr('href'))
      .get();
  must(links('feed', 'self').join() === url, 'the self link is not the address of the feed');
  must(links('feed', 'alternate').length === 1, 'the feed has no single page');
  must($('feed > author').length > 0, 'the feed has no author');
  must(!!$('feed').attr('xml:lang'), 'the feed has no language');

  const texts = (selector: string): string[] =>
    $(selector)
      .map((_, element) => $(element).text())
      .get();
  const ids = texts('id');
  must(new Set(ids).size === ids.length, 'two ids are the same');
  const addresses = [...ids, ...texts('icon, uri'), ...$('link').map((_, link) => $(link).attr('href'))];
  for (const address of addresses)
    must(/^https:\/\/[^/]+\/[^\s#]*(#[^\s?]*)?$/.test(address), `${address} is not absolute`);
  const days = texts('entry > updated');
  must(
    days.every((day) => day <= $('feed > updated').text()),
    'an entry is newer than the feed',
  );
  return [
    ...faults,
    ...$('entry')
      .get()
      .flatMap((entry) => faultsOfEntry($, entry)),
  ];
}

function faultsOfEntry($: CheerioAPI, entry: Parameters<CheerioAPI>[0]): string[] {
  const textOf = (name: string): string => $(entry).children(name).text();
  const faults: string[] = [];
  const must = (holds: boolean, fault: string): void => void (holds || faults.push(`${textOf('id')}: ${fault}`));
  must($(entry).children('link[rel=alternate]').length === 1, 'no single page');
  must(textOf('published') <= textOf('updated'), 'published after its last change');
  must(!/<\w/.test(textOf('title')), 'HTML in a title of plain text');
  const html = load(textOf('content'), undefined, false);
  must(html.text().trim() !== '', 'no text');
  must(html(UNSAFE).length === 0, 'unsafe HTML');
  html('[href], [src]').each((_, element) => {
    const target = html(element).attr('href') ?? html(element).attr('src')!;
    must(/^(https:\/\/|mailto:)/.test(target), `"${target}" is not absolute`);
  });
  return faults;
}
