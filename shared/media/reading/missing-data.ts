import type { InputVideoTrack } from 'mediabunny';
import { internalTrack } from './internal-track.ts';

/**
 * Takes the data from samples of MP4 or MOV that have it, or a part of it, beyond the end of the file: mediabunny would
 * take the first of them for the end of the track.
 *
 * @returns the samples as mediabunny numbers them (`sequenceNumber`), so far as their fragments have been read
 */
export function emptyMissingSamples(track: InputVideoTrack, fileSize: number): ReadonlySet<number> {
  const internal = internalTrack(track);
  const { demuxer } = internal;
  const missing = new Set<number>();
  emptyInTables(demuxer.getSampleTableForTrack(internal), fileSize, missing);
  const readFragment = demuxer.readFragment.bind(demuxer);
  demuxer.readFragment = async (start) => {
    const fragment = await readFragment(start);
    const samples = fragment.trackData.get(internal.id)?.samples ?? [];
    for (const [i, sample] of samples.entries()) {
      if (sample.byteOffset + sample.byteSize <= fileSize) continue;
      missing.add(fragment.moofOffset + i);
      Object.assign(sample, { byteOffset: 0, byteSize: 0 });
    }
    return fragment;
  };
  return missing;
}

type SampleTable = ReturnType<ReturnType<typeof internalTrack>['demuxer']['getSampleTableForTrack']>;

function emptyInTables(table: SampleTable, fileSize: number, missing: Set<number>): void {
  const { sampleTimingEntries, sampleToChunk, chunkOffsets } = table;
  const samples = sampleTimingEntries.reduce((sum, { count }) => sum + count, 0);
  const [size = 0] = table.sampleSizes;
  const sizes = table.sampleSizes.length === 1 ? new Array<number>(samples).fill(size) : table.sampleSizes;
  let sample = 0;
  for (const [run, { startSampleIndex, startChunkIndex, samplesPerChunk }] of sampleToChunk.entries()) {
    // Runs of a damaged table may go back, or on forever.
    if (startSampleIndex < sample || samplesPerChunk === 0) continue;
    sample = startSampleIndex;
    const endChunk = sampleToChunk[run + 1]?.startChunkIndex ?? Number.POSITIVE_INFINITY;
    for (let chunk = startChunkIndex; chunk < endChunk && sample < samples; chunk++) {
      const offset = chunkOffsets[chunk] ?? Number.POSITIVE_INFINITY;
      const endSample = Math.min(sample + samplesPerChunk, samples);
      for (let end = offset; sample < endSample; sample++) {
        end += sizes[sample] ?? 0;
        if (end <= fileSize) continue;
        // Those behind it in the chunk are beyond the end, too, so that none moves.
        missing.add(sample);
        sizes[sample] = 0;
      }
      if (offset > fileSize) chunkOffsets[chunk] = 0;
    }
  }
  if (missing.size > 0) table.sampleSizes = sizes;
}
