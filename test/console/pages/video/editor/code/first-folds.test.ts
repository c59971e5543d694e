import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { firstFolds } from '../../../../../../console/pages/video/editor/code/first-folds.ts';

const foldedOf = (value: unknown): string[] => {
  const text = JSON.stringify(value, null, 2);
  return firstFolds(Text.of(text.split('\n'))).map(({ from, to }) => text.slice(from, to));
};

test('the content of long data URLs is folded, and no other text', () => {
  const content = 'QUJD'.repeat(100);
  const short = 'data:image/png;base64,QUJD';
  expect(foldedOf({ image: `data:image/png;base64,${content}`, short, text: content })).toEqual([content]);
});

test('the keyframes of a track are folded', () => {
  expect(foldedOf({ id: 'a', track: [1] })).toEqual(['\n    1\n  ']);
});
