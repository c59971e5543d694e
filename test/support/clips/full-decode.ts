import { AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet } from 'node-av/lib';

/**
 * The reference for frame counts and times: FFmpeg's own demuxer and decoder over the whole file, nothing skipped.
 * Returns the presentation times of the decoded frames, in seconds and in order.
 */
export function fullDecode(file: string): number[] {
  const format = new FormatContext();
  format.allocContext();
  try {
    check(format.openInputSync(file, null, null), 'open');
    check(format.findStreamInfoSync(null), 'read the header');
    const stream = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
    if (!stream) throw new Error(`${file} has no video stream`);
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    const decoder = new CodecContext();
    decoder.allocContext3(codec);
    check(decoder.parametersToContext(stream.codecpar), 'configure');
    check(decoder.open2Sync(codec), 'open the decoder');
    const packet = new Packet();
    packet.alloc();
    const { num, den } = stream.timeBase;
    const times: number[] = [];
    while (format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === stream.index) check(decoder.sendPacketSync(packet), 'decode');
      packet.unref();
      times.push(...receiveAll(decoder).map((pts) => (pts * num) / den));
    }
    check(decoder.sendPacketSync(null), 'drain');
    return [...times, ...receiveAll(decoder).map((pts) => (pts * num) / den)];
  } finally {
    format.freeContext();
  }
}

function receiveAll(decoder: CodecContext): number[] {
  const frame = new Frame();
  frame.alloc();
  const ticks: number[] = [];
  for (;;) {
    const result = decoder.receiveFrameSync(frame);
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return ticks;
    check(result, 'decode');
    ticks.push(Number(frame.pts));
    frame.unref();
  }
}

const check = (result: number, step: string): void => FFmpegError.throwIfError(result, step);
