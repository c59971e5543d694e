import path from 'node:path';
import { AV_LOG_QUIET, Log } from 'node-av';
import { CommandFailure } from '../../cli/failures.ts';
import type { Detector, SampledFrame } from '../../shared/inference/detectors/detector.ts';
import { PictureScaler } from '../../shared/media/decode/picture-scaler.ts';
import { decodedJpeg } from '../../shared/media/pictures/jpeg.ts';
import type { Detection } from '../../shared/vision/network/detection.ts';
import { readBytes } from '../files.ts';

/** What a detector finds in one picture, with at least this score; scaled as the frames of a video are. */
export async function detectPicture(
  detector: Detector,
  folder: string,
  file: string,
  scoreThreshold: number,
): Promise<readonly Detection[]> {
  // FFmpeg's log level belongs to the process; what goes wrong is reported by exceptions.
  Log.setLevel(AV_LOG_QUIET);
  using picture = await decoded(path.join(folder, file));
  const { width, height } = picture;
  const size = detector.inputSize(width, height);
  const pixels = new PictureScaler(size).scale(picture);
  if (pixels === null) throw new CommandFailure('PICTURE_UNFIT', `${file} cannot be scaled.`);
  const frames = (async function* (): AsyncGenerator<SampledFrame> {
    yield { ...size, frame: 0, time: 0, data: pixels };
  })();
  const found: Detection[] = [];
  const options = { scoreThreshold, displayWidth: width, displayHeight: height };
  for await (const { detections } of detector.detect(frames, options)) found.push(...detections);
  return found;
}

async function decoded(file: string): ReturnType<typeof decodedJpeg> {
  const bytes = await readBytes(file);
  return await decodedJpeg(bytes).catch((cause: Error) => {
    throw new CommandFailure('PICTURE_UNFIT', `${file} is not a JPEG picture that can be decoded.`, {
      cause,
    });
  });
}
