/** Control characters but tab and line breaks, and those that turn the direction of what stands around them. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A stranger's text as it can be stored and shown. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\ufffd');

/** Bytes that may have been cut off anywhere, as text; a character that is not whole at the end is left out. */
export const printableStart = (bytes: Uint8Array): string =>
  printable(new TextDecoder().decode(bytes, { stream: true }));
