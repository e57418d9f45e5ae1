const drawings = import.meta.glob<string>('../themes/wordmarks/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The drawn name of a brand as SVG; `undefined` for a brand whose name is written in letters. */
export const wordmarkDrawing = (brandId: string): string | undefined =>
  drawings[`../themes/wordmarks/${brandId}.svg`]?.trim();
