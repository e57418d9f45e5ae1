/** Whether there is room for the lobby and something beside it; chat.css draws the same line. */
export const hasTwoPanes = (): boolean => matchMedia('(min-width: 48rem)').matches;

/** Whether somebody types on glass, where a keyboard would cover half of the screen. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches;
