const entities = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Decodes the entities that rendered Markdown has. */
const decodeEntities = (html: string): string =>
  html.includes('&') ? html.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof entities) => entities[name]) : html;

/** The text of rendered Markdown. */
export const plainText = (html: string): string =>
  decodeEntities(html.replace(/<[^>]+>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
