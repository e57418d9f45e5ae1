let address = '#open';

/** Address of the list that the moderator came from. */
export const listAddress = (): string => address;

/** Remembers an open list. */
export const rememberList = (tab: string): void => void (address = `#${tab}`);
