import type { Video } from '../../domain/video.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { UrlSigner } from '../../stores/files/url-signer.ts';

/** A video as lists show it. */
export async function videoEntry(video: Video, signer: UrlSigner) {
  const thumbnail = video.hasThumbnail
    ? (
        await signer.sign(mediaKeys.thumbnail(video.videoId), {
          contentType: 'image/jpeg',
          disposition: 'inline',
        })
      ).url
    : '';
  const { videoId: id, name, status, duration, createdAt, updatedAt } = video;
  return { id, name, status, duration, thumbnail, createdAt, updatedAt };
}
