/** SVG paths of the icons of calls; see icon.tsx. */
export const callIcons = {
  camera: 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3',
  blur: 'M12 3.5c3.5 4 5.5 6.7 5.5 9.5a5.5 5.5 0 0 1-11 0c0-2.8 2-5.5 5.5-9.5Z',
  devices: 'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.5v5m-7 3v5',
  end: 'M3.5 14.5c0-2.5 4-5 8.5-5s8.5 2.5 8.5 5v1.5l-5 .5v-3c-2-.8-5-.8-7 0v3l-5-.5Z',
  large: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  microphone: 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  muted: 'M9 6.5a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M4 4l16 16',
  outside: 'M3.5 5.5h17v13h-17zM12 12h5.5v4H12z',
  report: 'M6 20.5v-16h12l-3 4 3 4H6',
  small: 'M20 10h-6V4M4 14h6v6M20 4l-6 6M4 20l6-6',
} as const;
