import { expect, test } from 'vitest';
import { standInNotice } from '../../cli/stand-in-notice.ts';

const used = { id: 'ssdlite-mobilenet-v2', fallback: false, absent: false, reason: undefined };

test('nothing is said of the model that was chosen', () => {
  expect(standInNotice(used)).toBe('');
});

test('where nothing was installed, what comes along is named, and what finds more', () => {
  expect(standInNotice({ ...used, absent: true, reason: 'yolox_nano_416.onnx is in none of /x' })).toBe(
    'ssdlite-mobilenet-v2, which comes along, names the objects. "npx vms models pull" installs yolox-nano-416, ' +
      'which finds more; then start again.',
  );
});

test.each([
  [false, 'ssdlite-mobilenet-v2 is used'],
  [true, 'The moving-object detector is used, which names nothing'],
])('where the chosen model is not usable, it is said why (fallback: %s)', (fallback, start) => {
  expect(standInNotice({ ...used, fallback, reason: 'forklifts.onnx is damaged' })).toBe(
    `${start}, as the chosen model is not usable: forklifts.onnx is damaged.\n` +
      'Correct or remove what the models folder has; "npx vms models pull" installs yolox-nano-416. Then start again.',
  );
});
