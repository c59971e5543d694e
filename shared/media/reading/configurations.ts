import type { EncodedPacket, InputVideoTrack } from 'mediabunny';
import { codecOf } from '../container/codecs.ts';
import { sampleDescriptions } from '../container/sample-descriptions.ts';
import type { StructureReader } from '../container/structure-reader.ts';

/** What a decoder has to know of a track before its packets, where different packets may need different things. */
export interface Configurations {
  /** `avcC`, `hvcC` and the like; empty for a codec without. */
  readonly all: readonly Uint8Array[];
  /** Which of them a packet needs; null where its sample entry is missing or of another codec than the track's. */
  of(packet: EncodedPacket): number | null;
}

/** @param structure of an MP4 or MOV file, where a track may have several sample entries; else null */
export async function configurationsOf(
  track: InputVideoTrack,
  structure: StructureReader | null,
): Promise<Configurations> {
  const descriptions = structure && (await sampleDescriptions(structure, track.id));
  if (!descriptions) return { all: [await onlyConfiguration(track)], of: () => 0 };
  const { entries, entryOf } = descriptions;
  const codec = await track.getCodec();
  return {
    all: entries.map(({ configuration }) => configuration ?? new Uint8Array()),
    of(packet) {
      const entry = entryOf(packet.sequenceNumber);
      return entry && codecOf(entry.format) === codec ? entries.indexOf(entry) : null;
    },
  };
}

async function onlyConfiguration(track: InputVideoTrack): Promise<Uint8Array> {
  const description = (await track.getDecoderConfig())?.description;
  if (!description) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
