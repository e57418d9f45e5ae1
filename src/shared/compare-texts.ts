/** Orders texts by their code units: the same on every machine, unlike `localeCompare` without a locale. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);
