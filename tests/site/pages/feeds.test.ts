import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';

import type { Edition } from '../../../src/site/editions/editions.ts';
import { editions, htmlFiles, linkTo, pathOf, readFile, readPage, wordsOf } from '../../support/dist.ts';
import { faultsOfFeeds, type FoundFeed } from '../../support/site/feed-faults.ts';

const BLOG = '/blog/feed.atom';
const RULES = '/rules/feed.atom';

/** A feed of an edition, with its address. */
const feedAt = (edition: Edition, path: string): FoundFeed => ({
  xml: readFile(edition, path.slice(1)),
  url: `https://${edition.host}${linkTo(edition, path)}`,
});

test('every feed is valid', async () => {
  expect(
    await faultsOfFeeds(editions.flatMap((edition) => [BLOG, RULES].map((path) => feedAt(edition, path)))),
  ).toEqual([]);
});

describe.each(editions)('$host in $lang', (edition) => {
  test('has a feed of its newest articles, with their whole texts', () => {
    const { xml } = feedAt(edition, BLOG);
    const $ = load(xml, { xml: true });
    expect($('feed').attr('xml:lang')).toBe(edition.lang);
    expect($('author > name').text()).toBe(edition.brand.name);
    expect($('feed > title').text()).toBe(readPage(edition, 'blog.html')('title').text());
    const listed = readPage(
      edition,
      'blog.html',
    )('main a[href^="/blog/"]')
      .map((_, link) => readPage(edition, 'blog.html')(link).attr('href'))
      .get()
      .filter((href) => !href.startsWith('/blog/page/'));
    const linked = $('entry > link')
      .map((_, link) => $(link).attr('href'))
      .get();
    expect(linked.slice(0, new Set(listed).size)).toEqual(
      [...new Set(listed)].map((path) => `https://${edition.host}${path}`),
    );
    $('entry').each((_, entry) => {
      const { pathname } = new URL($(entry).children('link').attr('href')!);
      const page = readPage(edition, `${pathname.slice(1)}.html`);
      expect($(entry).children('title').text()).toBe(page('h1').text());
      expect($(entry).children('summary').text()).toBe(page('meta[name=description]').attr('content'));
      expect($(entry).children('published').text().slice(0, 10)).toBe(page('main time').attr('datetime'));
      expect(load($(entry).children('content').text()).text().trim()).toBe(page('.text').text().trim());
    });
  });

  test('has a feed of every change of rules and sections, with the note and the words that differ', () => {
    const $ = load(feedAt(edition, RULES).xml, { xml: true });
    const shown = ['rules', 'privacy_policy'].flatMap((name) => {
      const page = readPage(edition, `${name}/changes.html`);
      return page('article.version')
        .get()
        .map((version) => ({
          url: `https://${edition.host}${linkTo(edition, `/${name}/changes`)}#${page(version).attr('id')}`,
          title: `${page(version).find('h2').text()}: ${page(version).find('h2 ~ p:not(.date)').text()}`,
          marked: page(version).find('.difference :is(ins, del)').text(),
        }));
    });
    const entries = $('entry')
      .get()
      .map((entry) => ({
        url: $(entry).children('link').attr('href'),
        title: $(entry).children('title').text(),
        marked: load($(entry).children('content').text())('ins, del').text(),
      }));
    expect(entries).toHaveLength(Math.min(50, shown.length));
    expect(shown).toEqual(expect.arrayContaining(entries));
    const days = $('entry > updated')
      .get()
      .map((day) => $(day).text());
    expect(days).toEqual(days.toSorted().toReversed());
  });

  test.each([
    [BLOG, 'page.blog.title', /^\/(blog(\/.*)?)?$/],
    [RULES, 'versions.feed', /^\/(rules|privacy_policy)(\/changes)?$/],
  ])('names %s in the head of its pages', (feed, word, pages) => {
    const withFeed = htmlFiles(edition).filter((file) => {
      const $ = readPage(edition, file);
      const link = $(`link[type="application/atom+xml"][href="${linkTo(edition, feed)}"]`);
      const title = `${wordsOf(edition.lang)(word)} | ${$('meta[property="og:site_name"]').attr('content')}`;
      if (link.length) expect(link.attr('title')).toBe(title);
      return link.length;
    });
    const expected = htmlFiles(edition).filter((file) => pages.test(pathOf(file)));
    expect(withFeed).toEqual(expected.filter((file) => !(edition.closed && file === 'index.html')));
  });
});

test.each([
  ['updated', /<updated>.*?<\/updated>/, '', 'updated'],
  ['a day without time', /T00:00:00Z/, '', 'updated'],
  ['an unknown element', '<entry>', '<entry><price>1</price>', 'price'],
  ['broken XML', '</title>', '', 'title'],
  ['a self link of another feed', 'rel="self" type="application/atom+xml" href="', '$&x', 'self link'],
  ['a query in a fragment', /(<link rel="alternate"[^>]*href="[^"]*)"/, '$1#a?b"', 'not absolute'],
  ['a relative address', /<uri>.*?<\/uri>/, '<uri>/blog</uri>', 'not absolute'],
  ['a relative link in an article', '</content>', '&lt;a href="/rules">x&lt;/a></content>', 'not absolute'],
  ['a script in an article', '</content>', '&lt;script>1&lt;/script></content>', 'unsafe'],
  ['two entries with one id', /(<entry>[^]*?<\/entry>)/, '$1$1', 'two ids'],
  ['an entry that is newer than the feed', /(<entry>[^]*?<updated>)\d+/, '$12999', 'newer'],
  ['no author', /<author>.*<\/author>/, '', 'author'],
])('a feed with a fault is found: %s', async (_, search, replacement, fault) => {
  const edition = editions.find(({ closed }) => !closed)!;
  const { xml, url } = feedAt(edition, BLOG);
  const broken = xml.replace(search, replacement);
  expect(broken).not.toBe(xml);
  expect((await faultsOfFeeds([{ xml: broken, url }])).join('\n')).toContain(fault);
});
