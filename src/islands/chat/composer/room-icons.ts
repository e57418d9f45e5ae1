/** Paths of the icons that only rooms show. */
export const roomIcons = {
  down: 'M12 5v14m-6-6 6 6 6-6',
  emoji: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.5 14a4.2 4.2 0 0 0 7 0M9 9.5v.1m6-.1v.1',
  send: 'M4 12 20 4.5 15 20l-3.5-6.5L4 12Zm7.5 1.5L20 4.5',
};
