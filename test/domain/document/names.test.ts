import { expect, test } from 'vitest';
import { objectName, overlayName, quoted } from '../../../shared/domain/document/names.ts';

test('people call an object by the name that they gave it, or its label', () => {
  expect(objectName({ userLabel: 'Taxi', label: 'car' })).toBe('Taxi');
  expect(objectName({ userLabel: null, label: 'car' })).toBe('car');
  expect(objectName({ userLabel: '', label: 'car' })).toBe('car');
});

const text = (words: unknown) => ({ id: 'a', plugin: { type: 'core:text', config: { text: words } } });

test('people call an overlay by its name, its text, or its type', () => {
  expect(overlayName({ ...text('Hello'), name: 'Title' })).toBe('Title');
  expect(overlayName(text(' Hello '))).toBe('Hello');
  expect(overlayName(text('x'.repeat(100)))).toBe(`${'x'.repeat(59)}…`);
  expect(overlayName(text(5))).toBe('Text');
  expect(overlayName({ id: 'a', plugin: { type: 'core:image', config: {} } })).toBe('Image');
  expect(overlayName({ id: 'a', plugin: { type: 'user:clock', config: {} } })).toBe('user:clock');
  expect(overlayName({ id: 'a', plugin: { type: 'toString', config: {} } })).toBe('toString');
  expect(overlayName({ id: 'a' })).toBe('a');
});

test('a name in a sentence is shortened between characters', () => {
  expect(quoted('Taxi')).toBe('“Taxi”');
  expect(quoted('🎬'.repeat(200))).toBe(`“${'🎬'.repeat(59)}…”`);
});

test('a name in a sentence does not turn the rest of it around', () => {
  expect(quoted('\u202etxt.\u2067exe')).toBe('“txt.exe”');
});
