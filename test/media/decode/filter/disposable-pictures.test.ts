import { describe, expect, test } from 'vitest';
import { NOT_WANTED } from '../../../../shared/media/decode/decoder-protocol.ts';
import { DisposablePictures } from '../../../../shared/media/decode/filter/disposable-pictures.ts';

const nal = (header: number): number[] => [0, 2, header, 0x80];
const supplemental = nal(0x06);
const disposableSlice = nal(0x01);
const referenceSlice = nal(0x41);

/** avcC of a stream with lengths of two bytes. */
const filter = new DisposablePictures(Uint8Array.of(1, 0x64, 0, 0x1f, 0xfd));
const isSent = (packet: number[], wanted = false): boolean =>
  filter.add({ data: Uint8Array.from(packet), frame: NOT_WANTED }, wanted).length > 0;

describe('H.264 pictures to which no other refers', () => {
  test('are left out when all slices say so, unless they are wanted', () => {
    const packet = [...supplemental, ...disposableSlice, ...disposableSlice];
    expect(isSent(packet)).toBe(false);
    expect(isSent(packet, true)).toBe(true);
  });

  test('one slice to which others refer is enough to keep a picture', () => {
    expect(isSent([...disposableSlice, ...referenceSlice])).toBe(true);
  });

  test('nothing is known of a packet without slices, or a broken one', () => {
    for (const packet of [[], supplemental, [0xff, 0xff, 0x41]]) expect(isSent(packet)).toBe(true);
  });
});
