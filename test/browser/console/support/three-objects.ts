import type { StoredObject } from '../../../../shared/contract/schemas/metadata.ts';
import { CLIPS, makeClip } from '../../viewer/numbered-clips.ts';
import { clipVideo } from './clip-video.ts';
import type { RunningConsole } from './running-console.ts';

const clip = new Uint8Array((await makeClip(CLIPS['30 frames a second'])).file);

const object = (id: string, changes: Partial<StoredObject>): StoredObject => ({
  id,
  kind: 'box',
  label: 'car',
  userLabel: null,
  confidence: 0.9,
  firstFrame: 0,
  lastFrame: 80,
  frameCount: 81,
  customData: {},
  ...changes,
});

const keyframe = (frame: number, x: number, y: number) => ({
  frame,
  time: frame / 30,
  x,
  y,
  width: 0.2,
  height: 0.3,
});

const SIGN = [
  { x: 0.7, y: 0.6 },
  { x: 0.9, y: 0.6 },
  { x: 0.9, y: 0.9 },
  { x: 0.7, y: 0.9 },
];

/** A car that crosses the picture, a truck that stands from frame 20 to 60, and a surface. */
export const threeObjects = (service: RunningConsole): Promise<string> =>
  clipVideo(service, clip, {
    parts: {
      objects: {
        car: object('car', {}),
        truck: object('truck', { label: 'truck', confidence: 0.4, firstFrame: 20, lastFrame: 60 }),
        sign: object('sign', { kind: 'surface', label: 'surface', userLabel: 'Sign', confidence: 0.8 }),
      },
      tracks: {
        car: [
          keyframe(0, 0.1, 0.1),
          keyframe(40, 0.5, 0.3),
          { ...keyframe(50, 0.5, 0.3), hidden: true },
          keyframe(70, 0.6, 0.3),
          keyframe(80, 0.7, 0.3),
        ],
        truck: [keyframe(20, 0.1, 0.6), keyframe(60, 0.1, 0.6)],
        sign: [0, 80].map((frame) => ({ frame, time: frame / 30, corners: SIGN, confidence: 0.9 })),
      },
    },
  });
