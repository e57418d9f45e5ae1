import type { BlogPosting, BreadcrumbList, FAQPage, WebSite, WithContext } from 'schema-dts';

import type { Edition } from '../editions/editions.ts';
import { articlePath, routes } from '../editions/routes.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Question } from '../markdown/faq.ts';
import type { ArticleTexts } from '../page-texts.ts';
import { type PageAddress, publicUrl } from './canonical.ts';

export type JsonLd =
  | WithContext<WebSite>
  | WithContext<FAQPage>
  | WithContext<BlogPosting>
  | WithContext<BreadcrumbList>;

/** First breadcrumb of every page. */
const home: PageAddress = { route: 'home', path: routes.home.path };

const context = { '@context': 'https://schema.org' } as const;

export const webSite = (edition: Edition, t: Translate, description: string): WithContext<WebSite> => ({
  ...context,
  '@type': 'WebSite',
  name: t('site.title', { brand: edition.brand.name }),
  description,
  url: publicUrl(edition, home),
  inLanguage: edition.lang,
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
  edition: Edition,
  t: Translate,
  { id, title, description, date, updated }: ArticleTexts,
): WithContext<BlogPosting> => ({
  ...context,
  '@type': 'BlogPosting',
  headline: title,
  description,
  datePublished: date,
  dateModified: updated ?? date,
  inLanguage: edition.lang,
  mainEntityOfPage: publicUrl(edition, { route: 'article', path: articlePath(id) }),
  author: { '@type': 'Organization', name: edition.brand.name, url: publicUrl(edition, home) },
  publisher: { '@type': 'Organization', name: t('site.title', { brand: edition.brand.name }) },
});

/** Breadcrumbs from the home page. */
export const breadcrumbs = (
  edition: Edition,
  t: Translate,
  trail: (PageAddress & { name: string })[],
): WithContext<BreadcrumbList> => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: [{ ...home, name: t('page.home.title') }, ...trail].map(({ name, ...page }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl(edition, page),
  })),
});
