const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of rendered Markdown. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim();
