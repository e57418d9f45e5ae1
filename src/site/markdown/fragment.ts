/** The id of a URL fragment in Normalization Form C, as ids are; undefined where it cannot be decoded, as in `#100%`. */
export function idOf(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment).normalize();
  } catch {
    return undefined;
  }
}

/** A fragment in Normalization Form C, as ids are: browsers compare them letter by letter. */
export function normalFragment(fragment: string): string {
  const id = idOf(fragment.slice(1));
  return id === undefined || id === decodeURIComponent(fragment.slice(1)) ? fragment : `#${encodeURIComponent(id)}`;
}
