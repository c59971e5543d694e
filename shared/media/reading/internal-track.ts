import type { InputVideoTrack } from 'mediabunny';

/** The internals of mediabunny 1.61 that are used of a track of MP4 or MOV; tests with such files guard them. */
interface InternalTrack {
  readonly id: number;
  readonly timescale: number;
  readonly demuxer: {
    getSampleTableForTrack(track: InternalTrack): SampleTable;
    readFragment(start: number): Promise<Fragment>;
  };
  /** Ticks of the media at time 0. */
  editListOffset: number;
  /** Fragments that have been read, by time. One that does not say when it begins follows the one before it here. */
  fragmentPositionCache: FragmentPosition[];
  /** The entries of `tfra`: presentation times, which mediabunny takes for decode times. */
  fragmentLookupTable: unknown[];
}

interface FragmentPosition {
  readonly moofOffset: number;
  /** When its first sample is presented. */
  readonly startTimestamp: number;
  readonly endTimestamp: number;
}

/** Samples are in decode order. */
interface SampleTable {
  /** `stts`: runs of samples with one duration. */
  readonly sampleTimingEntries: { startDecodeTimestamp: number; readonly count: number; delta: number }[];
  /** Null where samples are presented when they are decoded. */
  readonly presentationTimestamps: { presentationTimestamp: number; readonly sampleIndex: number }[] | null;
  readonly presentationTimestampIndexMap: number[] | null;
  /** `stsz`, bytes; one where all are equal. */
  sampleSizes: number[];
  /** `stsc`: runs of chunks with as many samples each. */
  readonly sampleToChunk: readonly {
    readonly startSampleIndex: number;
    readonly startChunkIndex: number;
    readonly samplesPerChunk: number;
  }[];
  /** `stco`: where chunks begin in the file. */
  readonly chunkOffsets: number[];
}

interface Fragment {
  readonly moofOffset: number;
  /** By the ids of tracks. */
  readonly trackData: ReadonlyMap<number, { readonly samples: { byteOffset: number; byteSize: number }[] }>;
}

export const internalTrack = (track: InputVideoTrack): InternalTrack =>
  (track as unknown as { _backing: { internalTrack: InternalTrack } })._backing.internalTrack;
