import { expect, test } from 'vitest';
import { UsageError } from '../../cli/failures.ts';
import { corners, integer, number } from '../../cli/values.ts';

test('corners are read x before y, also outside of the frame and with spaces', () => {
  expect(corners('-0.1,0.25, 1,0 ,1.25,1,0e0,+1.25e1')).toEqual([
    { x: -0.1, y: 0.25 },
    { x: 1, y: 0 },
    { x: 1.25, y: 1 },
    { x: 0, y: 12.5 },
  ]);
});

test('corners may be separated by spaces, as points often are', () => {
  expect(corners(' 0.1,0.2 0.6,0.2\t0.6 0.8  0.1 , 0.8')).toEqual(corners('0.1,0.2,0.6,0.2,0.6,0.8,0.1,0.8'));
});

test.each([
  '',
  '0,0',
  '0,0,1,0,1,1,0',
  '0,0,1,0,1,1,0,1,2',
  '0,0,1,0,1,1,0,x',
  '0,0,1,0,1,1,,1',
  '0,0,1,0,1,1,NaN,1',
  '0,0,1,0,1,1,0x1,1',
  '0,0,1,0,1,1,1e999,1',
])('"%s" is refused as corners', (given) => {
  expect(() => corners(given)).toThrow(UsageError);
});

test('a whole number is refused with the range that it must be in, and without an end where there is none', () => {
  expect(() => integer(1, 30)('31')).toThrow('must be a whole number from 1 to 30, not "31".');
  expect(() => integer(0)('1.5')).toThrow('must be a whole number, 0 or more, not "1.5".');
  expect(integer(0)('12')).toBe(12);
});

test('a number may be written without a digit before its point', () => {
  expect(number(0, 1)('.35')).toBe(0.35);
  expect(() => number(0, 1)('.')).toThrow('must be a number from 0 to 1, not ".".');
  expect(() => number(0, 1)('1.')).toThrow(UsageError);
});
