import type { InputVideoTrack } from 'mediabunny';

/** What a decoder has to know of a track before its first packet (`avcC`, `hvcC` and the like); null if nothing. */
export async function decoderConfiguration(track: InputVideoTrack): Promise<Uint8Array | null> {
  const description = (await track.getDecoderConfig())?.description;
  if (!description) return null;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
