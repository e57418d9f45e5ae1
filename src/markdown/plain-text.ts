const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of rendered Markdown. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim();

/** Minutes an adult takes to read it, at 220 words a minute. */
export const readingMinutes = (html: string): number =>
  Math.max(1, Math.round((html.replace(/<[^>]+>/g, '').match(/\S+/g) ?? []).length / 220));
