import { readStored, store } from '../../../browser/storage.ts';

const KEY = 'keys';

/** Whether `?` lists the keys: programs for speech input type such characters. */
export const isListKeyOn = (): boolean => !readStored('localStorage', KEY);

export const switchListKey = (on: boolean): void => store('localStorage', KEY, on ? undefined : 'off');
