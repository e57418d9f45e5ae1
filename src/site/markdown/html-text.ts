/** Entities that rendered Markdown has. */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of rendered Markdown. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();
