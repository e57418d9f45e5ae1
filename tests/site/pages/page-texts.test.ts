import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { editions, htmlFiles, linkTo, readPage, wordsOf } from '../../support/dist.ts';

const FOOTER = ['/rules', '/privacy_policy', '/contacts', '/qa', '/blog', '/report', '/accessibility'];

const gluedIn = (html: string): string | undefined =>
  /<\/(a|span|time|strong|em)><(a|span|time|strong|em)\b/.exec(html)?.[0];

/** The shared text of a document. */
const textOf = (name: string, lang: string): string =>
  readFileSync(`src/content/documents/shared/${lang}/${name}.md`, 'utf8');

const { rules: formerAnchors } = JSON.parse(readFileSync('src/content/former-anchors.json', 'utf8')) as {
  rules: Record<string, string>;
};

describe.each(editions)('$host in $lang', (edition) => {
  const words = wordsOf(edition.lang);

  test('has every rule; rules name its own host and can be linked to', () => {
    const $ = readPage(edition, 'rules.html');
    const rules = $('main .text > ol > li');
    const written = textOf('rules', edition.lang).match(/^\d+\. .*/gm)!;
    const ids = written.map((rule) => /\{#(.*)\}$/.exec(rule)![1]);
    expect(rules.map((_, rule) => $(rule).attr('id')).get()).toEqual(ids);
    expect(rules.map((_, rule) => $(rule).text().includes(edition.host)).get()).toEqual(
      written.map((rule) => rule.includes('{domain}')),
    );
    expect($(`.text a[href="#${ids[6]}"]`).text()).toBe('7.');
    for (const [anchor, id] of Object.entries(formerAnchors)) expect($(`#${anchor}`).closest('li').attr('id')).toBe(id);
    const titles = written.map((rule) => /\*\*(.+?)\.?\*\*/.exec(rule)![1]!.replaceAll(/\s/g, ' '));
    const listed = $('.contents a').get();
    expect(listed.map((link) => $(link).attr('href'))).toEqual(ids.map((id) => `#${id}`));
    expect(listed.map((link) => $(link).text())).toEqual(titles);
  });

  test('has every privacy section, a link to the contacts and an external reference about cookies', () => {
    const $ = readPage(edition, 'privacy_policy.html');
    expect($('main h2').length).toBe(textOf('privacy_policy', edition.lang).match(/^## /gm)!.length);
    expect($(`main a[href="${linkTo(edition, '/contacts')}"]`).length).toBeGreaterThan(0);
    expect($('main a[href^="https://developer.mozilla.org/"]').length).toBe(1);
  });

  test.each(['contacts', 'accessibility'])('has a mail link to the administration on /%s', (page) => {
    const $ = readPage(edition, `${page}.html`);
    expect($('main a[href^="mailto:"]').attr('href')).toBe(`mailto:${edition.brand.email}`);
  });

  test('has the English questions and answers in groups', () => {
    const $ = readPage(edition, 'qa.html');
    expect($('html').attr('lang')).toBe(edition.lang);
    expect($('main .text').attr('lang')).toBe(edition.lang === 'en' ? undefined : 'en');
    expect($('main h2').length).toBe(textOf('qa', 'en').match(/^## /gm)!.length);
    const faq = $('script[type="application/ld+json"]')
      .map((_, script) => JSON.parse($(script).text()) as object)
      .get()
      .find((block) => '@type' in block && block['@type'] === 'FAQPage') as { mainEntity: unknown[] } | undefined;
    expect(faq?.mainEntity.length).toBe($('main h3').length);
  });

  test('begins every page but a closed home with a link home, the languages, and links to sign in and join', () => {
    for (const file of htmlFiles(edition)) {
      const $ = readPage(edition, file);
      const hasHeader = file !== '404.html' && !(edition.closed && file === 'index.html');
      expect($('header').length, file).toBe(hasHeader ? 1 : 0);
      if (!hasHeader) continue;
      const hrefs = (selector: string): (string | undefined)[] =>
        $(selector)
          .get()
          .map((link) => $(link).attr('href'));
      expect(hrefs('header a.home'), file).toEqual([linkTo(edition, '/')]);
      expect(hrefs('header details a')).toEqual(hrefs('footer .languages a'));
      expect($('header summary').attr('aria-label')).toContain(words('nav.language'));
      expect(hrefs('header nav a')).toEqual(['/login', '/auth/registration'].map((path) => linkTo(edition, path)));
      const current = { 'login.html': '/login', 'auth/registration.html': '/auth/registration' }[file];
      expect(hrefs('header nav [aria-current="page"]'), file).toEqual(current ? [linkTo(edition, current)] : []);
    }
  });

  test('ends every page with the shared footer and a language menu', () => {
    const languages = new Set(
      editions.filter(({ brand, closed }) => brand.id === edition.brand.id && !closed).map(({ lang }) => lang),
    );
    for (const file of htmlFiles(edition)) {
      if (file === '404.html' || (edition.closed && file === 'index.html')) continue;
      const $ = readPage(edition, file);
      expect(
        $('footer .links')
          .first()
          .find('a')
          .map((_, link) => $(link).attr('href'))
          .get(),
        file,
      ).toEqual(FOOTER.map((path) => linkTo(edition, path)));
      const menu = $('footer .languages a').map((_, link) => $(link).attr('hreflang'));
      expect(new Set(menu.get())).toEqual(languages);
      expect($('footer [aria-current]').attr('hreflang')).toBe(edition.lang);
    }
  });

  test('has app pages with a lead, whose forms are sent to the service only', () => {
    for (const name of [
      'login',
      'registration',
      'confirm',
      'restore',
      'finish',
      'change',
      'address',
      'chat',
    ] as const) {
      const file = `${routes[name].path.slice(1)}.html`;
      const $ = readPage(edition, file);
      expect($('main').text(), file).toContain(words(`page.${name}.lead`, { brand: edition.brand.name }));
      const wanted = Object.values(forms).filter(({ route }) => route === name);
      // Scripts show the notice of changed rules, and decisions.
      const { stopAddress, changes: _notice, readDecision: _read, appeal: _appeal, ...ofAccount } = actions;
      const more =
        {
          chat: [...Object.values(ofAccount), resources.account, resources.data],
          address: [stopAddress],
        }[name as string] ?? [];
      const asked = $('form').map((_, form) => $(form).attr('action'));
      expect(asked.get().toSorted(), file).toEqual([...wanted.map(({ action }) => action), ...more].toSorted());
      // Scripts show the button for passkeys.
      expect($('main button').not('.unready button').length, file).toBe(asked.length);
    }
  });

  test('joins no words by removing white space', () => {
    for (const file of htmlFiles(edition)) {
      expect(gluedIn(readPage(edition, file).html()), file).toBeUndefined();
    }
    expect(gluedIn('<p><a href="/">Home</a><span>Words</span></p>')).toBe('</a><span');
  });

  test('speaks on /test about the visitor only', () => {
    const $ = readPage(edition, 'test.html');
    expect(
      $('main h2')
        .get()
        .map((heading) => $(heading).text()),
    ).toEqual((['camera', 'microphone', 'speaker', 'connection'] as const).map((part) => words(`test.${part}`)));
    expect($('main .enter a').attr('href')).toBe(linkTo(edition, '/login'));
    expect($('main').text()).not.toContain(edition.host);
  });
});
