import type { BlogPosting, BreadcrumbList, FAQPage, WebSite, WithContext } from 'schema-dts';

import { articlePath, routes } from '../editions/routes.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Question } from '../markdown/text-facts.ts';
import type { ArticleTexts } from '../page-texts.ts';
import type { PageView } from '../pages/page-view.ts';
import { type PageAddress, publicUrl } from './canonical.ts';

export type JsonLd =
  | WithContext<WebSite>
  | WithContext<FAQPage>
  | WithContext<BlogPosting>
  | WithContext<BreadcrumbList>;

/** First breadcrumb of every page. */
const home: PageAddress = { route: 'home', path: routes.home.path };

const context = { '@context': 'https://schema.org' } as const;

export const webSite = (page: PageView, t: Translate, description: string): WithContext<WebSite> => ({
  ...context,
  '@type': 'WebSite',
  name: t('site.title', { brand: page.edition.brand.name }),
  description,
  url: publicUrl(page, home),
  inLanguage: page.edition.lang,
});

export const faqPage = (questions: Question[], lang: string): WithContext<FAQPage> => ({
  ...context,
  '@type': 'FAQPage',
  inLanguage: lang,
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const blogPosting = (
  page: PageView,
  t: Translate,
  { id, title, description, date, updated }: ArticleTexts,
): WithContext<BlogPosting> => ({
  ...context,
  '@type': 'BlogPosting',
  headline: title,
  description,
  datePublished: date,
  dateModified: updated ?? date,
  inLanguage: page.edition.lang,
  mainEntityOfPage: publicUrl(page, { route: 'article', path: articlePath(id) }),
  author: { '@type': 'Organization', name: page.edition.brand.name, url: publicUrl(page, home) },
  publisher: { '@type': 'Organization', name: t('site.title', { brand: page.edition.brand.name }) },
});

/** Breadcrumbs from the home page. */
export const breadcrumbs = (
  page: PageView,
  t: Translate,
  trail: (PageAddress & { name: string })[],
): WithContext<BreadcrumbList> => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: [{ ...home, name: t('page.home.title') }, ...trail].map(({ name, ...address }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl(page, address),
  })),
});
