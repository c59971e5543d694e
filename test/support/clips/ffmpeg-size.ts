import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { FFmpegError, FormatContext } from 'node-av/lib';

/** The reference for displayed sizes: that of the pictures in a file, widened or heightened by FFmpeg's sample aspect. */
export function ffmpegSize(file: string): [number, number] {
  const format = new FormatContext();
  format.allocContext();
  try {
    check(format.openInputSync(file, null, null));
    check(format.findStreamInfoSync(null));
    const stream = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
    if (!stream) throw new Error(`${file} has no video stream`);
    const { width, height, sampleAspectRatio } = stream.codecpar;
    const { num, den } = stream.sampleAspectRatio.num > 0 ? stream.sampleAspectRatio : sampleAspectRatio;
    const aspect = num > 0 && den > 0 ? num / den : 1;
    return [Math.round(width * Math.max(aspect, 1)), Math.round(height / Math.min(aspect, 1))];
  } finally {
    format.freeContext();
  }
}

const check = (result: number): void => FFmpegError.throwIfError(result, 'read the header');
