import { expect, test } from 'vitest';
import { parseDetections, parseTruth } from '../../../research/mot/mot-file.ts';

const read = (text: string) => parseDetections(text, 'det.txt');

test.each([
  ['an empty field', '1,-1,,2,5,5,1', 'column 3 is empty'],
  ['a field of spaces', '1,-1,0,0,5,5,1,-1, ,-1', 'column 9 is empty'],
  ['a row that is too short', '1,-1,0,0,5,5', '6 columns; 7 to 10 are expected'],
  ['a row that is too long', '1,-1,0,0,5,5,1,-1,-1,-1,-1', '11 columns; 7 to 10 are expected'],
  ['another separator', '1 -1 0 0 5 5 1', '1 columns; 7 to 10 are expected'],
  ['a word', '1,-1,left,0,5,5,1', 'column 3 is no decimal number: "left"'],
  ['a control character', '1,-1,\u001b[2J,0,5,5,1', 'column 3 is no decimal number: "\\u001b[2J"'],
  ['a hexadecimal number', '0x10,-1,0,0,5,5,1', 'column 1 is no decimal number: "0x10"'],
  ['NaN', '1,-1,0,0,5,5,NaN', 'column 7 is no decimal number: "NaN"'],
  ['very many digits and a letter', `1,-1,${'9'.repeat(1e6)}x,0,5,5,1`, 'column 3 is no decimal number: "9'],
  ['Infinity', '1,-1,0,-Infinity,5,5,1', 'column 4 is no decimal number: "-Infinity"'],
  ['a number that overflows', '1,-1,0,0,5,5,1,1e999', 'column 8 is no decimal number: "1e999"'],
  ['frame 0', '0,-1,0,0,5,5,1', 'the frame is 0; it must be a whole number from 1'],
  ['a negative frame', '-3,-1,0,0,5,5,1', 'the frame is -3; it must be a whole number from 1'],
  ['a fractional frame', '1.5,-1,0,0,5,5,1', 'the frame is 1.5; it must be a whole number from 1'],
  ['a frame that loses digits', '9007199254740993,-1,0,0,5,5,1', 'it must be a whole number from 1'],
  ['a width of 0', '1,-1,0,0,0,5,1', 'the width is 0; it must be above 0'],
  ['a negative height', '1,-1,0,0,5,-5,1', 'the height is -5; it must be above 0'],
  ['a score above 1', '1,-1,0,0,5,5,1.01', 'the score is 1.01; it must be from 0 to 1'],
  ['a score below 0', '1,-1,0,0,5,5,-0.01', 'the score is -0.01; it must be from 0 to 1'],
  ['a box out of all bounds', '1,-1,1e10,0,5,5,1', 'x is 10000000000'],
])('%s is refused in one line with file and line', (_, line, flaw) => {
  const reading = () => read(`1,-1,0,0,5,5,0.5\n\n${line}\n`);
  expect(reading).toThrow(expect.objectContaining({ code: 'MOT_INVALID' }));
  expect(reading).toThrow(/^det\.txt:3: [^\n]*$/);
  expect(reading).toThrow(flaw);
});

const ROW = { frame: 2, id: -1, box: { x: -1.5, y: 0, width: 5, height: 6 }, confidence: 0.25, category: -1 };

test.each([
  ['seven columns', '2,-1,-1.5,0,5,6,0.25'],
  ['ten columns', '2,-1,-1.5,0,5,6,0.25,-1,-1,-1'],
  ['Windows line ends', '2,-1,-1.5,0,5,6,0.25\r\n\r\n'],
  ['a byte-order mark', '\uFEFF2,-1,-1.5,0,5,6,0.25\n'],
  ['empty lines at the end', '2,-1,-1.5,0,5,6,0.25\n\n  \n'],
  ['spaces after commas', '2, -1, -1.5, 0, 5, 6, 0.25'],
  ['numbers as NumPy writes them', '2.0e+00,-1.0e+00,-1.5e+00,0.0e+00,5.0e+00,6.0e+00,2.5e-01'],
])('%s are read', (_, text) => {
  expect(read(text)).toEqual([ROW]);
});

test.each(['', '\n', '\r\n\r\n', '\uFEFF'])('a file without rows has no detections', (text) => {
  expect(read(text)).toEqual([]);
});

test('the class of a detection is kept', () => {
  expect(read('2,-1,0,0,5,6,1,3')[0]?.category).toBe(3);
});

test('ground truth may have rows that no detection could be', () => {
  const text = '1,1,912,484,97,109,0,7,1\n2,2,0,0,0,0,0,12,0.5\n3,3,1,2,3,4,7\n4,4,1,2,3,4\n';
  expect(parseTruth(text, 'gt.txt').map(({ confidence, category }) => [confidence, category])).toEqual([
    [0, 7],
    [0, 12],
    [7, -1],
    [1, -1],
  ]);
});

test.each([
  ['1,1,,2,5,5,1', 'gt.txt:1: column 3 is empty'],
  ['0.5,1,0,0,5,5,1', 'gt.txt:1: the frame is 0.5'],
  ['1,1,0,0,5', 'gt.txt:1: 5 columns; 6 to 10 are expected'],
])('ground truth that is no row of numbers is refused', (text, message) => {
  expect(() => parseTruth(text, 'gt.txt')).toThrow(message);
});
