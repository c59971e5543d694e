import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { readEdit } from '../../../shared/media/container/edit-list.ts';
import { fileBox, findBox } from '../../../shared/media/container/iso-boxes.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { isoBox } from '../../support/clips/iso-box.ts';

const normalSpeed = 0x10000;
const movieTimescale = 600;
const movieHeader = isoBox('mvhd', [0, 0, 0, movieTimescale, 0]);
const track = (id: number, ...edits: Buffer[]): Buffer =>
  isoBox('trak', isoBox('tkhd', [7, 0, 0, id, 0]), ...edits);
const edits = (...entries: number[][]): Buffer =>
  isoBox('edts', isoBox('elst', [0, entries.length], ...entries));

async function editOf(trackId: number, ...tracks: Buffer[]) {
  const reader = new StructureReader(
    bytesSource(Buffer.concat([isoBox('ftyp'), isoBox('moov', movieHeader, ...tracks)])),
  );
  const movie = await findBox(reader, fileBox(reader), 'moov');
  return movie ? readEdit(reader, movie, trackId) : null;
}

const endOf = async (trackId: number, ...tracks: Buffer[]): Promise<number | null> =>
  (await editOf(trackId, ...tracks))?.end ?? null;

describe('the end of what a track shows', () => {
  test('a track without edits is shown to its end', async () => {
    expect(await endOf(1, track(1))).toBeNull();
  });

  test('one edit ends after its length, wherever in the media it begins', async () => {
    expect(await endOf(1, track(1, edits([1529, 273, normalSpeed])))).toBe(1529 / 600);
  });

  test('a pause before the edit moves its end', async () => {
    expect(await endOf(1, track(1, edits([300, -1, normalSpeed], [600, 0, normalSpeed])))).toBe(1.5);
  });

  test('a pause behind the edit is part of it: its last frame stays', async () => {
    expect(await endOf(1, track(1, edits([600, 0, normalSpeed], [300, -1, normalSpeed])))).toBe(1.5);
  });

  test('an edit of length 0, as in fragmented files, has no end', async () => {
    expect(await endOf(1, track(1, edits([0, 1024, normalSpeed])))).toBeNull();
  });

  test('64-bit entries', async () => {
    const list = isoBox('elst', [0x01000000, 1], [0, 1200], [0, 7], [normalSpeed]);
    expect(await endOf(1, track(1, isoBox('edts', list)))).toBe(2);
  });

  test('the edits of other tracks do not count', async () => {
    expect(await endOf(2, track(1, edits([60, 0, normalSpeed])), track(2))).toBeNull();
  });

  test('a track put together from two pieces is refused', async () => {
    const pieces = track(1, edits([600, 0, normalSpeed], [600, 3000, normalSpeed]));
    await expect(endOf(1, pieces)).rejects.toMatchObject({ reason: 'unsupported-edits' });
  });
});

test('an edit begins behind its pauses, in the media where it says, whatever its rate', async () => {
  const list = edits([150, -1, normalSpeed], [150, -1, normalSpeed], [600, 1024, 2 * normalSpeed]);
  expect(await editOf(1, track(1, list))).toEqual({
    ...{ start: 0.5, mediaTime: 1024, end: 1.5, tick: 1 / 600 },
    holdsLast: false,
  });
});
