/**
 * Modification time in seconds of a file with this content. nginx and Caddy derive the ETag from time and size, so that two builds or two
 * languages of a page share an ETag only where they are equal.
 * @param sha256 in hexadecimal
 */
export const contentTime = (sha256: string): number => FIRST + (Number.parseInt(sha256.slice(0, 8), 16) >>> 2);

/** 1980, the first year of zip archives. Plus 30 bits it is 2014, so no file is from the future. */
const FIRST = 315_532_800;
