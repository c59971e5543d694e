import { AV_PKT_FLAG_KEY, FFmpegError, FormatContext, Packet } from 'node-av';

/** Where a cut begins: at a key frame or any packet, counted from 0 in decode order. */
type CutStart = { readonly key: number } | { readonly packet: number };

/** Copies the end of a clip, as recorders and cutters do that change no packet. */
export async function cutClip(file: string, out: string, start: CutStart): Promise<void> {
  using resources = new DisposableStack();
  const [source, target] = [new FormatContext(), new FormatContext()];
  for (const format of [source, target]) resources.defer(() => format.freeContext());
  check(await source.openInput(file));
  check(await source.findStreamInfo());
  check(target.allocOutputContext2(null, null, out));
  const [from] = source.streams;
  if (!from) throw new Error(`${file} has no stream`);
  const stream = target.newStream();
  check(from.codecpar.copy(stream.codecpar));
  stream.timeBase = from.timeBase;
  // Matroska's DefaultDuration.
  stream.avgFrameRate = from.avgFrameRate;
  check(await target.openOutput());
  check(await target.writeHeader());
  const packet = resources.use(new Packet());
  packet.alloc();
  let keys = -1;
  for (let packets = 0; (await source.readFrame(packet)) >= 0; packets++) {
    if (packet.hasFlags(AV_PKT_FLAG_KEY)) keys++;
    if ('key' in start ? keys < start.key : packets < start.packet) continue;
    packet.rescaleTs(from.timeBase, stream.timeBase);
    check(await target.interleavedWriteFrame(packet));
  }
  check(await target.writeTrailer());
  await target.closeOutput();
}

const check = (code: number): void => FFmpegError.throwIfError(code, 'copy the clip');
