export type Attributes = Record<string, string | boolean | undefined | ((event: Event) => void)>;

/**
 * Makes an element. Functions are listeners, true and false add or leave out an attribute, and a child that is missing is left out.
 * @example element('button', { type: 'button', click: save }, 'Save')
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string | false | null | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/** A button that submits nothing. */
export const button = (label: string, click: () => unknown, attributes: Attributes = {}): HTMLButtonElement =>
  element('button', { type: 'button', click: () => void click(), ...attributes }, label);

/** Text for screen readers only. */
export const hiddenText = (text: string): HTMLElement => element('span', { class: 'visually-hidden' }, text);
