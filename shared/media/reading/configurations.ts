import type { EncodedPacket, InputVideoTrack } from 'mediabunny';
import { codecOf, isSupportedCodec, type SupportedCodec } from '../container/codecs.ts';
import { sampleDescriptions } from '../container/sample-descriptions.ts';
import type { StructureReader } from '../container/structure-reader.ts';

/** How packets are coded. */
export interface Configuration {
  /** Null for one that is not supported. */
  readonly codec: SupportedCodec | null;
  /** `avcC`, `hvcC` and the like; empty for a codec without. */
  readonly record: Uint8Array;
}

/** What a decoder has to know of a track before its packets, where different packets may need different things. */
export interface Configurations {
  readonly all: readonly Configuration[];
  /** Which of them a packet needs; null where its sample entry is missing or its codec is not supported. */
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
  const all = entries.map(({ format, configuration }) => ({
    codec: codecOf(format) ?? null,
    record: configuration ?? new Uint8Array(),
  }));
  return {
    all,
    of(packet) {
      const entry = entryOf(packet.sequenceNumber);
      const index = entry === undefined ? -1 : entries.indexOf(entry);
      return all[index]?.codec ? index : null;
    },
  };
}

async function onlyConfiguration(track: InputVideoTrack): Promise<Configuration> {
  const codec = await track.getCodec();
  const description = (await track.getDecoderConfig())?.description;
  return { codec: isSupportedCodec(codec) ? codec : null, record: bytesOf(description) };
}

function bytesOf(description: VideoDecoderConfig['description']): Uint8Array {
  if (!description) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
