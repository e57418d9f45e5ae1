import { showStatus } from './request.ts';

let isRunning = false;

/** An action that tells why it has failed, and is not begun a second time while it or another runs. */
export const attempt = (action: () => unknown) => async (): Promise<void> => {
  if (isRunning) return;
  isRunning = true;
  try {
    await action();
  } catch (error) {
    showStatus(error instanceof Error ? error.message : String(error));
  } finally {
    isRunning = false;
  }
};
