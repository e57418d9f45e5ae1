/** Sends a message to the process that forked this one. @param onSent called once it is on its way */
export function sendToParent(message: unknown, onSent = (): void => undefined): void {
  if (!process.send) throw new Error('This program runs in a forked process only.');
  process.send(message, onSent);
}
