import { getUpload } from '../../shared/contract/routes/videos.ts';
import { partsOf } from '../../shared/domain/direct-upload.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo } from '../../shared/service/videos/find-video.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openDirectUploads } from '../../shared/stores/files/direct-uploads.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openUrlSigner } from '../../shared/stores/files/url-signer.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  getUpload,
  { videos: openVideos, versions: openVersions, uploads: openDirectUploads, signer: openUrlSigner },
  async ({ principal, params }, { videos, versions, uploads, signer }) => {
    const { video } = await findVideo({ videos, versions }, principal, params.id);
    const { status, upload } = video;
    const settled = { status, partSize: upload?.partSize ?? 0, parts: [], remaining: [], expiresAt: '' };
    if (status !== 'uploading' || upload === undefined) return { body: settled };

    const key = mediaKeys.upload(video.accountId, video.videoId);
    const arrived = await uploads.arrived(key, upload.uploadId);
    // Completed or given up this very moment.
    if (arrived === null) return { body: settled };

    const there = new Set(arrived.map(({ number }) => number));
    const missing = partsOf(video.fileSize, upload.partSize).filter(({ number }) => !there.has(number));
    // The URLs write, so whoever may only read learns what is missing without them.
    const signed = principal.scopes.includes('project:edit')
      ? await signer.signParts(key, upload.uploadId, missing)
      : { parts: missing.map(({ number }) => ({ number, url: '' })), expiresAt: '' };
    return {
      body: {
        status,
        partSize: upload.partSize,
        parts: arrived,
        remaining: signed.parts,
        expiresAt: missing.length === 0 ? '' : signed.expiresAt,
      },
    };
  },
);
