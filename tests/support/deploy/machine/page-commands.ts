/** Commands of the `sh` blocks of a page of documentation, in order, by heading. */
export function commandsByHeading(page: string): Map<string, string[]> {
  const sections = page.split(/^#+ /m).slice(1);
  return new Map(sections.map((section) => [section.split('\n', 1)[0]!, commandsOf(section)]));
}

const commandsOf = (section: string): string[] =>
  [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block!.match(COMMAND)!);

/** A line, with the text that it reads from below. */
const COMMAND = /^.*<< END\n[\s\S]*?^END$|^.+$/gm;
