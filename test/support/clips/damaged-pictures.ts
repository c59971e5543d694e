import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';

/**
 * The H.264 file with pictures damaged, given by their position in decode order: their first NAL unit claims to be
 * longer than the packet. The file's structure stays sound.
 */
export async function withDamagedPictures(file: Uint8Array, pictures: readonly number[]): Promise<Buffer> {
  const damaged = Buffer.from(file);
  const wanted = new Set(pictures);
  using video = await openVideo(bytesSource(file), 'sequential');
  let packet = await video.packets.getFirstPacket();
  for (let position = 0; packet; position++) {
    if (wanted.delete(position)) {
      const start = Buffer.from(file.buffer, file.byteOffset, file.length).indexOf(packet.data);
      damaged.fill(0xff, start, start + 4);
    }
    packet = await video.packets.getNextPacket(packet);
  }
  if (wanted.size > 0) throw new Error(`there is no picture ${[...wanted].join()}`);
  return damaged;
}
