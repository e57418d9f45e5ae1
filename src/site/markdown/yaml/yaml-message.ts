/** What a message of the YAML parser says, without the place and the lines of the file. */
export const reasonOf = (message: string): string => message.replace(/\n.*/s, '').replace(/ at line.*$/, '');
