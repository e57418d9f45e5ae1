import { isBusy, setBusy } from './busy.ts';
import { showStatus } from './request.ts';

/** An action that tells why it has failed. The page is busy while it runs, and begins no other. */
export const attempt = (action: () => unknown) => async (): Promise<void> => {
  if (isBusy()) return;
  setBusy(true);
  // A message of the action before this would seem to be its end.
  showStatus('');
  try {
    await action();
  } catch (error) {
    showStatus(error instanceof Error ? error.message : String(error));
  } finally {
    setBusy(false);
  }
};
