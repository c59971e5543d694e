import {
  completeUpload,
  deleteVideo,
  getUpload,
  getVideo,
  listVideos,
  uploadVideo,
} from '../../routes/videos.ts';
import { VIDEO_CODECS_TEXT } from '../../video-formats.ts';
import { documented } from './documented.ts';
import { DOCUMENT, PART_ETAG, PART_URL, STREAM_URL, VIDEO, VIDEO_ID } from './samples.ts';

export const videoDocumentation = [
  documented(listVideos, {
    description: 'A key that is restricted to certain videos sees only these, in the list and in `total`.',
    query: { page: '1', pageSize: '20' },
    response: { videos: [VIDEO], total: 1, page: 1, pageSize: 20 },
  }),
  documented(uploadVideo, {
    description:
      'The form has one `file`: MP4, MOV or WebM, told by its bytes, not by its name, with video in ' +
      `${VIDEO_CODECS_TEXT}. The answer comes when the file ` +
      'is stored; the video is then probed, and its status goes from `uploading` over `processing` to `processed` ' +
      'or `failed`. With `autoProcess` the detection of objects starts by itself after that: its job is `queued` from ' +
      'the beginning, and can be cancelled. Where the video fails there is none.\n\n' +
      'A larger file, up to 10 GiB, is announced as JSON instead. The answer then tells where its parts go: PUT each ' +
      'to its URL, with exactly its length, keep the `ETag` of each answer, and complete the upload.',
    body: { name: 'Harbour at dusk', autoProcess: 'true' },
    alternatives: {
      'application/json': { fileName: 'harbour.mp4', fileSize: 12_582_912, name: 'Harbour at dusk' },
    },
    response: { id: VIDEO_ID, name: 'Harbour at dusk', status: 'uploading', uploadProgress: 0 },
  }),
  documented(getUpload, {
    description:
      'For going on after a break, also when the URLs have ended: what is in `remaining` is still to be sent. A video ' +
      'whose upload is over, or was a form, has neither `parts` nor `remaining`.',
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
      'Names every part with the `ETag` that its PUT was answered. With `crc64nvme` the checksum of the whole file is ' +
      'compared as well. Repeating the call answers the status again.',
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
      '`metadata` is `{}`. The URLs carry their own permission and expire within an hour: ask again for fresh ones. `restore` says ' +
      'what became of the metadata that an uploaded native export brings along: `restored` as version 1, or `ignored` ' +
      'for a reason, and the video begins with empty metadata.',
    params: { id: VIDEO_ID },
    response: {
      ...VIDEO,
      width: 1920,
      height: 1080,
      fps: 25,
      fileSize: 7_340_032,
      streamUrl: STREAM_URL,
      restore: { status: 'restored' },
      metadata: DOCUMENT,
    },
  }),
  documented(deleteVideo, {
    description:
      'The video, all versions of its metadata, its exports and its processing job. From this answer on every ' +
      'request for the video is answered 404.',
    params: { id: VIDEO_ID },
    response: { success: true },
  }),
];
