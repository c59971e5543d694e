import { LIMITS } from '../../limits.ts';
import {
  completeUpload,
  deleteVideo,
  getUpload,
  getVideo,
  listVideos,
  renameVideo,
  uploadVideo,
} from '../../routes/videos.ts';
import { VIDEO_CODECS_TEXT } from '../../video-formats.ts';
import { documented } from './documented.ts';
import { DOCUMENT, PART_ETAG, PART_URL, STREAM_URL, UPDATED_AT, VIDEO, VIDEO_ID } from './samples.ts';

export const videoDocumentation = [
  documented(listVideos, {
    description:
      'A key that is restricted to certain videos sees only these, in the list and in `total`. Filters and orders other than the ' +
      `newest first look at the newest ${LIMITS.searchedVideos.toLocaleString('en')} videos. \`nextCursor\` leads through ` +
      'any number of pages at the same cost each, and skips nothing where videos are added or deleted meanwhile.',
    query: { name: 'harbour', status: ['processed'], sort: '-updatedAt', pageSize: '20' },
    response: { videos: [VIDEO], total: 1, page: 1, pageSize: 20 },
  }),
  documented(renameVideo, {
    description:
      'The name is no part of the metadata document, and makes no version of it: of two changes the later one stands.',
    params: { id: VIDEO_ID },
    body: { name: 'Harbour at dusk' },
    response: { success: true, video: { id: VIDEO_ID, name: 'Harbour at dusk', updatedAt: UPDATED_AT } },
  }),
  documented(uploadVideo, {
    description:
      'The form has one `file`: MP4, MOV or WebM, recognised by its bytes, not by its name, with video in ' +
      `${VIDEO_CODECS_TEXT}. The answer comes when the file ` +
      'is stored; the video is then probed, and its status goes from `uploading` through `processing` to `processed` ' +
      'or `failed`. With `autoProcess` the detection of objects then starts automatically: its job is `queued` from ' +
      'the upload on, and can be cancelled. If the video fails, there is no job.\n\n' +
      `A form takes a file of up to ${LIMITS.inlineUploadBytes / 1e6} MB where the service is deployed on AWS. ` +
      'A larger file, up to 10 GiB, is announced as JSON instead, by its `fileName` and its `fileSize` in bytes, with `name` and ' +
      '`autoProcess` if you like. The answer then lists the URLs of its parts: PUT each ' +
      'part to its URL, with exactly its length, keep the `ETag` of each answer, and complete the upload.',
    body: { name: 'Harbour at dusk', autoProcess: 'true' },
    alternatives: {
      'application/json': { fileName: 'harbour.mp4', fileSize: 12_582_912, name: 'Harbour at dusk' },
    },
    response: { id: VIDEO_ID, name: 'Harbour at dusk', status: 'uploading', uploadProgress: 0 },
  }),
  documented(getUpload, {
    description:
      'To resume an interrupted upload, also after its URLs have expired: the parts in `remaining` are still to be ' +
      'sent. A video whose upload is complete, or was a form, has neither `parts` nor `remaining`.',
    params: { id: VIDEO_ID },
    response: {
      status: 'uploading',
      partSize: 8_388_608,
      parts: [{ number: 1, size: 8_388_608, etag: PART_ETAG }],
      remaining: [{ number: 2, url: PART_URL }],
      expiresAt: '2026-11-21T10:30:00.000Z',
    },
  }),
  documented(completeUpload, {
    description:
      'The body names every part with the `ETag` that answered its PUT. With `crc64nvme` the checksum of the whole ' +
      'file is compared as well, as soon as the store has computed it: where it differs, the upload is over and the ' +
      'video fails with `UPLOAD_MISMATCH`. Repeating the call answers the same.',
    params: { id: VIDEO_ID },
    body: {
      parts: [
        { number: 1, etag: PART_ETAG },
        { number: 2, etag: '3f1d2c5b8a90e47d66b1c0f9a2d4e853' },
      ],
    },
    response: { id: VIDEO_ID, status: 'processing' },
  }),
  documented(getVideo, {
    description:
      'Until the video is processed, `duration`, `width`, `height` and `fps` are 0, the URLs are empty and ' +
      '`metadata` is `{}`. The URLs need no key and expire within an hour; repeat the request for fresh ones. `restore` is ' +
      'the outcome for metadata embedded in the uploaded file: `restored` as version 1, or `ignored` for a reason, ' +
      'and the video starts with empty metadata. `startTime` is there only where the first frame is not shown at 0: a live ' +
      'recording may begin at its time of day, such as 1700000000, one that was cut at -1.5.',
    params: { id: VIDEO_ID },
    response: {
      ...VIDEO,
      width: 1920,
      height: 1080,
      fps: 25,
      fileSize: 7_340_032,
      undecodableFrames: 0,
      streamUrl: STREAM_URL,
      restore: { status: 'restored' },
      metadata: DOCUMENT,
    },
  }),
  documented(deleteVideo, {
    description:
      'Deletes the video, all versions of its metadata, its exports and its processing job. From this answer on, every ' +
      'request for the video is answered with 404.',
    params: { id: VIDEO_ID },
    response: { success: true },
  }),
];
