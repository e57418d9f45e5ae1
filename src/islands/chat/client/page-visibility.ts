export const isPageVisible = (): boolean => globalThis.document?.visibilityState !== 'hidden';
