const adopted = new Set<string>();

const adopt = (...added: CSSStyleSheet[]): void => {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...added];
};

// WebKit evaluates the media queries of these sheets when they are adopted, and not as the window changes its size.
globalThis.window?.addEventListener('resize', () => adopt());

/** Adds the styles of a lazy script to the page, once. */
export function adoptStyles(styles: string): void {
  if (adopted.has(styles)) return;
  adopted.add(styles);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  adopt(sheet);
}
