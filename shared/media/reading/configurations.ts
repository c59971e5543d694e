import type { EncodedPacket, InputVideoTrack } from 'mediabunny';
import { codecOf, isSupportedCodec, type SupportedCodec } from '../container/codecs.ts';
import { type SampleEntry, sampleDescriptions } from '../container/sample-descriptions.ts';
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
  /** Which of them a packet needs; null where no decoder is there for its sample entry. */
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
  const all = entries.map((entry) => configurationOf(entry, entries));
  return {
    all,
    of(packet) {
      const index = entries.indexOf(entryOf(packet.sequenceNumber));
      return all[index]?.codec ? index : null;
    },
  };
}

/** Codecs whose packets nobody can take apart who does not know how long their lengths are. */
const CONFIGURED = new Set<SupportedCodec>(['avc', 'hevc']);

/** An entry without a configuration that can be used has that of another one of its codec, as in FFmpeg. */
function configurationOf(
  { format, configuration }: SampleEntry,
  entries: readonly SampleEntry[],
): Configuration {
  const codec = codecOf(format) ?? null;
  if (codec === null || !CONFIGURED.has(codec)) return { codec, record: configuration ?? new Uint8Array() };
  const others = entries.filter((entry) => codecOf(entry.format) === codec);
  const record = [configuration, ...others.map((other) => other.configuration)].find(isUsable);
  return record ? { codec, record } : { codec: null, record: new Uint8Array() };
}

/** Begins with its version, which in early drafts of `hvcC` was 0 (ISO/IEC 14496-15, 5.3.3, 8.3.3). */
const isUsable = (record: Uint8Array | null): record is Uint8Array =>
  record !== null && (record[0] ?? 2) <= 1;

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
