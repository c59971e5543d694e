import { deleteVideo, getVideo, listVideos, uploadVideo } from '../../routes.ts';
import { documented } from './documented.ts';
import { DOCUMENT, STREAM_URL, VIDEO, VIDEO_ID } from './samples.ts';

export const videoDocumentation = [
  documented(listVideos, {
    description: 'A key that is restricted to certain videos sees only these, in the list and in `total`.',
    query: { page: '1', pageSize: '20' },
    response: { videos: [VIDEO], total: 1, page: 1, pageSize: 20 },
  }),
  documented(uploadVideo, {
    description:
      'The form has one `file`: MP4, MOV or WebM, told by its bytes, not by its name. The answer comes when the file ' +
      'is stored; the video is then probed, and its status goes from `uploading` over `processing` to `processed` ' +
      'or `failed`. With `autoProcess` the detection of objects starts by itself after that.',
    body: { name: 'Harbour at dusk', autoProcess: 'true' },
    response: { id: VIDEO_ID, name: 'Harbour at dusk', status: 'uploading', uploadProgress: 0 },
  }),
  documented(getVideo, {
    description:
      'Until the video is processed, `duration`, `width`, `height` and `fps` are 0, the URLs are empty and ' +
      '`metadata` is `{}`. The URLs carry their own permission and expire within an hour: ask again for fresh ones.',
    params: { id: VIDEO_ID },
    response: {
      ...VIDEO,
      width: 1920,
      height: 1080,
      fps: 25,
      fileSize: 7_340_032,
      streamUrl: STREAM_URL,
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
