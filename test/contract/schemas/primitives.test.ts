import { expect, test } from 'vitest';
import { displayName, nameOfFile } from '../../../shared/contract/schemas/primitives.ts';

const isName = (text: string): boolean => displayName.safeParse(text).success;

test.each([
  ['plain', 'Poster 7'],
  ['with spaces around', ' Poster '],
  ['in a script with marks and joiners', 'می‌خواهم \u200fשלט'],
  ['an emoji of several parts', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['of 255 characters', 'n'.repeat(255)],
])('a text %s is a name', (_, text) => {
  expect(isName(text)).toBe(true);
  expect(nameOfFile(text)).toBe(text);
});

test.each([
  ['empty', '', 'Untitled'],
  ['of spaces', ' \u00a0\u3000', 'Untitled'],
  ['of invisible characters', '\u200b\u2060\ufeff', 'Untitled'],
  ['of fillers of a script', '\u3164\u115f\uffa0', 'Untitled'],
  ['of a Braille pattern without dots', '\u2800', 'Untitled'],
  ['of variation selectors', '\ufe0f\u034f', 'Untitled'],
  ['with half a surrogate pair', 'a\ud83d.mp4', 'a.mp4'],
  ['with an emoji where the 255 characters end', `${'n'.repeat(254)}😀n`, `${'n'.repeat(254)}😀`],
  ['with NUL', 'a\u0000b.mp4', 'ab.mp4'],
  ['of two lines', 'a\nb.mp4', 'ab.mp4'],
  ['with a line separator', 'a\u2028b.mp4', 'ab.mp4'],
  ['with an escape sequence of one character', 'a\u009b2Jb.mp4', 'a2Jb.mp4'],
  ['that turns its end round', 'a\u202e4pm.exe', 'a4pm.exe'],
  ['that isolates a direction', 'a\u2066b', 'ab'],
  ['of 256 characters', 'n'.repeat(256), 'n'.repeat(255)],
])('a text %s is no name, and gives a file one that is', (_, text, name) => {
  expect(isName(text)).toBe(false);
  expect(nameOfFile(text)).toBe(name);
  expect(isName(name)).toBe(true);
});
