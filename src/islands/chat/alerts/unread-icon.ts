const MAX = 9;

let icon: { link: HTMLLinkElement; href: string; svg: Promise<string> } | undefined;
let shown = 0;

/** Draws the number of unread messages over the icon of the site; 0 restores the icon. */
export async function showUnreadIcon(count: number): Promise<void> {
  shown = count;
  if (!count) {
    if (icon) icon.link.href = icon.href;
    return;
  }
  icon ??= findIcon();
  const svg = await icon?.svg;
  // The number may have changed during the request.
  if (icon && svg && count === shown)
    icon.link.href = `data:image/svg+xml,${encodeURIComponent(withBadge(svg, count))}`;
}

function findIcon(): typeof icon {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  return link ? { link, href: link.href, svg: readText(link.href) } : undefined;
}

/** The icon is worth no error: without a network it stays as it is. */
const readText = (url: string): Promise<string> =>
  fetch(url).then(
    (response) => response.text(),
    () => '',
  );

const withBadge = (svg: string, count: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${svg}
<circle cx="21" cy="21" r="11" fill="#c8102e"/>
<text x="21" y="27" text-anchor="middle" font-family="sans-serif" font-size="17" font-weight="700" fill="#fff">${count > MAX ? `${MAX}+` : count}</text></svg>`;
