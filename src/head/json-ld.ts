import type { BlogPosting, BreadcrumbList, FAQPage, WebSite, WithContext } from 'schema-dts';

import type { Article, Document } from '../content.ts';
import type { Edition } from '../editions/editions.ts';
import { articlePath, routes } from '../editions/routes.ts';
import { absoluteUrl } from '../editions/urls.ts';
import type { Translate } from '../i18n/t.ts';
import { questionsOf } from '../markdown/questions.ts';

export type JsonLd =
  | WithContext<WebSite>
  | WithContext<FAQPage>
  | WithContext<BlogPosting>
  | WithContext<BreadcrumbList>;

const context = { '@context': 'https://schema.org' } as const;

export const webSite = (edition: Edition, t: Translate, description: string): WithContext<WebSite> => ({
  ...context,
  '@type': 'WebSite',
  name: t('site.title', { brand: edition.brand.name }),
  description,
  url: absoluteUrl(edition, routes.home.path),
  inLanguage: edition.lang,
});

export const faqPage = ({ html, lang }: Document): WithContext<FAQPage> => ({
  ...context,
  '@type': 'FAQPage',
  inLanguage: lang,
  mainEntity: questionsOf(html).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const blogPosting = (
  edition: Edition,
  t: Translate,
  { id, fields, lang }: Article,
): WithContext<BlogPosting> => ({
  ...context,
  '@type': 'BlogPosting',
  headline: fields.title,
  description: fields.description,
  datePublished: fields.date,
  dateModified: fields.updated ?? fields.date,
  inLanguage: lang,
  mainEntityOfPage: absoluteUrl(edition, articlePath(id)),
  author: { '@type': 'Organization', name: edition.brand.name, url: absoluteUrl(edition, routes.home.path) },
  publisher: { '@type': 'Organization', name: t('site.title', { brand: edition.brand.name }) },
});

/** Home, then the pages that lead to this one, as name and path. */
export const breadcrumbs = (edition: Edition, trail: [name: string, path: string][]): WithContext<BreadcrumbList> => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(edition, path),
  })),
});
