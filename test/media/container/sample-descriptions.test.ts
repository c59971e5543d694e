import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { type SampleEntry, sampleDescriptions } from '../../../shared/media/container/sample-descriptions.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { isoBox } from '../../support/clips/iso-box.ts';

const entry = (format: string, record: string, bytes: string): Buffer =>
  isoBox(format, Buffer.alloc(78), isoBox(record, Buffer.from(bytes)));

const TRACK = 7;

/** A file with one video track. */
function file(
  entries: readonly Buffer[],
  chunks: readonly number[],
  fragments: readonly Buffer[] = [],
): Buffer {
  const tables = isoBox(
    'stbl',
    isoBox('stsd', [0, entries.length], ...entries),
    isoBox('stsc', [0, chunks.length / 3, ...chunks]),
  );
  const handler = isoBox('hdlr', [0, 0], Buffer.from('vide', 'latin1'));
  const track = isoBox(
    'trak',
    isoBox('tkhd', [0, 0, 0, TRACK, 0, 0]),
    isoBox('mdia', handler, isoBox('minf', tables)),
  );
  return Buffer.concat([
    isoBox('moov', track, isoBox('mvex', isoBox('trex', [0, TRACK, 2, 0, 0, 0]))),
    ...fragments,
  ]);
}

const descriptionsOf = (bytes: Buffer) => sampleDescriptions(new StructureReader(bytesSource(bytes)), TRACK);
const nameOf = ({ format, configuration }: Partial<SampleEntry> = {}): string =>
  `${format} ${Buffer.from(configuration ?? []).toString()}`;
const h264 = entry('avc1', 'avcC', 'first');
const other = entry('avc1', 'avcC', 'second');
const hevc = entry('hvc1', 'hvcC', 'third');

test('a track with one entry needs none to be named', async () => {
  expect(await descriptionsOf(file([h264], [1, 1, 1]))).toBeNull();
});

test('a sample has the entry that its chunk names', async () => {
  const descriptions = await descriptionsOf(file([h264, other, hevc], [1, 2, 1, 3, 1, 3, 6, 4, 2, 7, 1, 9]));
  const named = [0, 3, 4, 6, 7, 10].map((sample) => nameOf(descriptions?.entryOf(sample)));
  const [first, third, second] = ['avc1 first', 'hvc1 third', 'avc1 second'];
  expect(named).toEqual([first, first, third, third, second, second]);
});

test('a sample whose entry is missing has that of the samples before', async () => {
  const descriptions = await descriptionsOf(file([h264, other], [1, 2, 0, 2, 1, 2, 3, 1, 9]));
  const named = [0, 1, 2, 3].map((sample) => nameOf(descriptions?.entryOf(sample)));
  expect(named).toEqual(['avc1 first', 'avc1 first', 'avc1 second', 'avc1 second']);
});

test('a sample of a fragment has the entry that the fragment names, or the usual one', async () => {
  const fragment = (flags: number, ...rest: readonly number[]): Buffer =>
    isoBox('moof', isoBox('traf', isoBox('tfhd', [flags, TRACK, ...rest])));
  const [usual, named, behindOffset] = [fragment(0), fragment(0x2, 1), fragment(0x3, 0, 4000, 3)];
  const bytes = file([h264, other, hevc], [], [usual, named, behindOffset]);
  const descriptions = await descriptionsOf(bytes);
  const configurations = [usual, named, behindOffset].map((part) => {
    const { configuration } = descriptions?.entryOf(bytes.indexOf(part) + 2) ?? {};
    return Buffer.from(configuration ?? []).toString();
  });
  expect(configurations).toEqual(['second', 'first', 'third']);
});
