import {
  AV_CODEC_ID_H264,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_PKT_FLAG_KEY,
  AVMEDIA_TYPE_VIDEO,
  Dictionary,
  FFmpegError,
  FormatContext,
  Packet,
  Rational,
} from 'node-av';
import { numberedPicture, numberedSize } from './numbered-clip.ts';

/** Macroblocks of a field. */
const COLUMNS = numberedSize.width / 16;
const ROWS = numberedSize.height / 32;
const FIELDS_PER_SECOND = 60;

export interface FieldCodedClip {
  readonly frames: number;
  /** Frames from one key frame to the next; even. */
  readonly keyInterval: number;
  /** Whether each field is a sample of its own, as in a copy of a camera's transport stream. */
  readonly fieldSamples: boolean;
  /** The key frame from which on another sample entry holds, with which the pictures before it cannot be decoded. */
  readonly otherEntryFrom?: number;
  /** Frames of which only the first field is there, and such of which only the second is. */
  readonly halves?: readonly number[];
  readonly secondHalves?: readonly number[];
  /** Whether key frames bring the parameter sets as well. */
  readonly setsInPackets?: boolean;
  readonly muxerOptions?: Readonly<Record<string, string>>;
}

/**
 * Writes a clip like `numberedClip`, in H.264 that codes each field as a picture of its own, which libx264 does not. Of
 * every two frames the first is coded after the second, and no other refers to it. Macroblocks are not compressed.
 */
export async function fieldCodedClip(file: string, clip: FieldCodedClip): Promise<void> {
  const muxer = new FormatContext();
  using resources = new DisposableStack();
  resources.defer(() => muxer.freeContext());
  check(muxer.allocOutputContext2(null, null, file));
  const stream = muxer.newStream();
  const parameters = stream.codecpar;
  parameters.codecType = AVMEDIA_TYPE_VIDEO;
  parameters.codecId = AV_CODEC_ID_H264;
  parameters.width = numberedSize.width;
  parameters.height = numberedSize.height;
  parameters.extradata = parameterSets(ORDER_BITS);
  stream.timeBase = new Rational(1, FIELDS_PER_SECOND);
  check(await muxer.openOutput());
  check(await muxer.writeHeader(Dictionary.fromObject({ ...clip.muxerOptions })));
  const write = async (data: Buffer, time: number, decodeTime: number, isKey: boolean): Promise<void> => {
    using packet = new Packet();
    packet.alloc();
    packet.data = isKey && clip.setsInPackets ? Buffer.concat([parameterSets(ORDER_BITS), data]) : data;
    packet.pts = BigInt(time);
    packet.dts = BigInt(decodeTime);
    packet.duration = clip.fieldSamples ? 1n : 2n;
    packet.streamIndex = stream.index;
    if (isKey) packet.setFlags(AV_PKT_FLAG_KEY);
    if (isKey && time === 2 * (clip.otherEntryFrom ?? -1)) {
      check(packet.addSideData(AV_PKT_DATA_NEW_EXTRADATA, parameterSets(OTHER_ORDER_BITS)));
    }
    packet.rescaleTs(new Rational(1, FIELDS_PER_SECOND), stream.timeBase);
    check(await muxer.writeFrame(packet));
  };
  let coded = 0;
  for (const picture of codedOrder(clip)) {
    const orderBits = picture.frame < (clip.otherEntryFrom ?? clip.frames) ? ORDER_BITS : OTHER_ORDER_BITS;
    const missing = [clip.secondHalves, clip.halves].map((frames) => frames?.includes(picture.frame));
    const parities = [0, 1].filter((parity) => !missing[parity]);
    const fields = parities.map((parity) => codedField(picture, parity, orderBits));
    // One frame is coded ahead.
    const [time, decodeTime] = [2 * picture.frame, 2 * (coded++ - 1)];
    const isKey = picture.inGroup === 0 && parities.includes(0);
    if (clip.fieldSamples) {
      for (const [i, parity] of parities.entries()) {
        await write(fields[i] ?? Buffer.of(), time + parity, decodeTime + parity, isKey && parity === 0);
      }
    } else {
      await write(Buffer.concat(fields), time, decodeTime, isKey);
    }
  }
  check(await muxer.writeTrailer());
  await muxer.closeOutput();
}

interface CodedPicture {
  readonly frame: number;
  /** Its place in presentation order within its group of pictures. */
  readonly inGroup: number;
  readonly isReference: boolean;
  /** References before it in its group, in decode order (`frame_num`). */
  readonly references: number;
}

function* codedOrder({ frames, keyInterval }: FieldCodedClip): Generator<CodedPicture> {
  for (let first = 0; first < frames; first += keyInterval) {
    const size = Math.min(keyInterval, frames - first);
    const order = [0];
    for (let place = 2; place < size; place += 2) order.push(place, place - 1);
    if (size % 2 === 0) order.push(size - 1);
    let references = 0;
    for (const inGroup of order) {
      const isReference = inGroup % 2 === 0;
      yield { frame: first + inGroup, inGroup, isReference, references };
      if (isReference) references++;
    }
  }
}

/** Bits of `frame_num` and `pic_order_cnt_lsb`. */
const NUMBER_BITS = 4;
const ORDER_BITS = 8;
const OTHER_ORDER_BITS = 13;

const parameterSets = (orderBits: number): Buffer =>
  Buffer.concat([sequenceParameters(orderBits), pictureParameters()]);

/** ITU-T H.264, 7.3.2.1.1: Main profile, field or frame pictures, two reference frames. */
function sequenceParameters(orderBits: number): Buffer {
  const bits = new BitWriter()
    .bits(77, 8)
    .bits(0, 8)
    .bits(30, 8)
    .codes(0, NUMBER_BITS - 4, 0, orderBits - 4, 2);
  bits.bits(0, 1).codes(COLUMNS - 1, ROWS - 1);
  return nalUnit(0x67, bits.bits(0b001000, 6));
}

/** ITU-T H.264, 7.3.2.2: CAVLC. */
function pictureParameters(): Buffer {
  const bits = new BitWriter().codes(0, 0).bits(0, 2).codes(0, 0, 0).bits(0, 3).codes(0, 0, 0).bits(0, 3);
  return nalUnit(0x68, bits);
}

/** A slice of uncompressed macroblocks (ITU-T H.264, 7.3.3 to 7.3.5, `I_PCM`). Only the first field of a key is one. */
function codedField(
  { frame, inGroup, isReference, references }: CodedPicture,
  parity: number,
  orderBits: number,
): Buffer {
  const isKey = inGroup === 0 && parity === 0;
  const bits = new BitWriter()
    .codes(0, 7, 0)
    .bits(references % 2 ** NUMBER_BITS, NUMBER_BITS)
    .bits(1, 1)
    .bits(parity, 1);
  if (isKey) bits.codes(0);
  bits.bits((2 * inGroup + parity) % 2 ** orderBits, orderBits);
  if (isReference) bits.bits(0, isKey ? 2 : 1);
  bits.codes(0);
  const { data, width } = numberedPicture(frame);
  for (let block = 0; block < COLUMNS * ROWS; block++) {
    bits.codes(25).align();
    const left = 16 * (block % COLUMNS);
    const top = 16 * Math.floor(block / COLUMNS);
    for (let i = 0; i < 256; i++) {
      bits.bits(data[3 * ((2 * (top + (i >> 4)) + parity) * width + left + (i & 15))] ?? 0, 8);
    }
    for (let i = 0; i < 128; i++) bits.bits(128, 8);
  }
  return nalUnit(isKey ? 0x65 : isReference ? 0x61 : 0x01, bits);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #free = 0;

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) {
      if (this.#free === 0) {
        this.#bytes.push(0);
        this.#free = 8;
      }
      this.#free--;
      this.#bytes[this.#bytes.length - 1] = (this.#bytes.at(-1) ?? 0) | (((value >> bit) & 1) << this.#free);
    }
    return this;
  }

  /** ue(v) or, of 0, se(v). */
  codes(...values: readonly number[]): this {
    for (const value of values) this.bits(value + 1, 2 * Math.floor(Math.log2(value + 1)) + 1);
    return this;
  }

  /** Fills the last byte with zeros. */
  align(): this {
    this.#free = 0;
    return this;
  }

  get bytes(): readonly number[] {
    return this.#bytes;
  }
}

/** A NAL unit behind a start code, with its trailing bits and emulation prevention (ITU-T H.264, 7.4.1). */
function nalUnit(header: number, payload: BitWriter): Buffer {
  const unit = [0, 0, 0, 1, header];
  let zeros = 0;
  for (const byte of payload.bits(1, 1).bytes) {
    if (zeros === 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    unit.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(unit);
}

const check = (code: number): void => FFmpegError.throwIfError(code, 'write the clip');
