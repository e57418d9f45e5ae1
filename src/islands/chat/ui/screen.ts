/** Whether the lobby and a view fit side by side; chat/widths.css has the same limit. */
export const hasTwoPanes = (): boolean => matchMedia('(min-width: 48rem)').matches;

/** Whether the device has a touch keyboard, which would cover half of the screen. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches;
