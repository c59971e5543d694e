import * as z from 'zod';
import { listObjectsAtTime, listObjectsInFrame } from '../../shared/contract/routes/object-queries.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import { drawContactSheet } from '../contact-sheet/draw-contact-sheet.ts';
import { openUploadedVideo } from '../contact-sheet/uploaded-video.ts';
import { framePicture } from './frame-picture.ts';
import { moment, olderVersion, requireMoment, videoId } from './inputs.ts';
import { objectsAt } from './object-tools.ts';
import { defineTool, type Tool } from './tool.ts';

/** Pixels of a picture's longer side: what models look at without scaling it down further. */
const SIDE = { least: 64, most: 1568, usual: 1024 };

const frame = defineTool({
  name: 'show_frame',
  title: 'Show a frame',
  description:
    'Shows one frame of a video as a picture, with the boxes and surfaces of its objects drawn in and labelled, and lists ' +
    'these objects.',
  effect: 'reads',
  routes: [getVideo, listObjectsInFrame, listObjectsAtTime],
  input: z
    .strictObject({
      videoId,
      ...moment,
      version: olderVersion,
      drawn: z.boolean().default(true).describe('false: the picture alone'),
      longerSide: z.int().min(SIDE.least).max(SIDE.most).default(SIDE.usual).describe('pixels'),
    })
    .check(requireMoment),
  async run({ videoId: id, drawn, longerSide, ...at }, { client, signal }) {
    const found = await objectsAt(client, id, at, signal);
    const video = await openUploadedVideo(client, id, signal);
    const objects = drawn ? found.objects : [];
    return { data: found, picture: await framePicture(video, found.frame, objects, longerSide, signal) };
  },
});

const overview = defineTool({
  name: 'show_overview',
  title: 'Show an overview',
  description:
    'Shows twelve frames from all of a video in one picture, with its objects drawn in: what is in it, at a glance. ' +
    'Labels end with the last characters of the id of the object.',
  effect: 'reads',
  routes: [getVideo],
  input: z.strictObject({ videoId }),
  async run({ videoId: id }, { client, signal }) {
    const video = await openUploadedVideo(client, id, signal);
    const { picture, frames } = await drawContactSheet(video.source, video.probe, video.document, signal);
    return { data: { frames }, picture };
  },
});

export const PICTURE_TOOLS: readonly Tool[] = [frame, overview];
