/** How a network wants its pixels: `(value - mean) / std` per channel of the network's own channel order. */
interface PixelEncoding {
  readonly order: 'rgb' | 'bgr';
  /** Three values each, in the order of `order`, on the 0–255 scale. */
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** Byte value of the padding, encoded like any other pixel. */
  readonly pad: number;
}

/** Converts rgb24 frames of any size up to `width × height` to the planes of one network input. */
interface FrameEncoder {
  /**
   * Places an rgb24 frame (row-major, no row padding) at the top-left of `planes`, float32 `[3, height, width]`,
   * and pads the rest.
   * @throws RangeError when the frame is larger than the input, or `data` or `planes` has another length
   */
  encode(data: Uint8Array, frameWidth: number, frameHeight: number, planes: Float32Array): void;
}

/** Encoding is one table look-up a value: a byte has 256 values, whatever the mean and deviation are. */
export function frameEncoder(width: number, height: number, encoding: PixelEncoding): FrameEncoder {
  const tables = encoding.mean.map((mean, channel) =>
    Float32Array.from({ length: 256 }, (_, value) => (value - mean) / (encoding.std[channel] ?? 1)),
  );
  const plane = width * height;
  return {
    encode(data, frameWidth, frameHeight, planes) {
      if (frameWidth > width || frameHeight > height)
        throw new RangeError(`a ${frameWidth}×${frameHeight} frame does not fit ${width}×${height}`);
      if (data.length !== frameWidth * frameHeight * 3)
        throw new RangeError(`${data.length} bytes are not an rgb24 frame of ${frameWidth}×${frameHeight}`);
      if (planes.length !== plane * 3)
        throw new RangeError(`${planes.length} values are not 3×${height}×${width}`);
      for (const [channel, table] of tables.entries()) {
        const source = encoding.order === 'rgb' ? channel : 2 - channel;
        const target = planes.subarray(channel * plane, (channel + 1) * plane);
        const padding = table[encoding.pad] ?? 0;
        for (let y = 0; y < frameHeight; y++) {
          let from = y * frameWidth * 3 + source;
          const start = y * width;
          for (let to = start; to < start + frameWidth; to++, from += 3)
            target[to] = table[data[from] as number] as number;
          if (frameWidth < width) target.fill(padding, start + frameWidth, start + width);
        }
        target.fill(padding, frameHeight * width);
      }
    },
  };
}
