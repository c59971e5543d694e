import { configuredUnits } from '../bitstream/h264-fields.ts';
import { nalUnits } from '../bitstream/nal-units.ts';
import { isSupportedCodec } from '../container/codecs.ts';
import { fileBox, findBox } from '../container/iso-boxes.ts';
import { isoPixelAspect, plausibleAspect } from '../container/pixel-aspect.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import { configuredUnits as configuredHevcUnits } from '../decode/filter/hevc/picture-headers.ts';
import { MediaError } from '../headers/media-error.ts';
import type { DemuxedVideo } from '../reading/open-video.ts';
import { orientationOf } from '../reading/orientation.ts';
import { type CodedPicture, codedPicture, type Size } from './coded-picture.ts';
import type { ProbeLimits, VideoProbe } from './video-probe.ts';

type PictureDescription = Pick<
  VideoProbe,
  'codec' | 'width' | 'height' | 'codedWidth' | 'codedHeight' | 'rotation' | 'flip'
>;

/**
 * Size and orientation of a video's pictures. They are shown as the decoder puts them out, since browsers do not cut them
 * either: what a container says beyond that (`clap` of MP4, PixelCrop of WebM) does not count, nor does a default display
 * window of H.265.
 *
 * @param webmAspect the width of a pixel over its height as WebM says
 * @throws MediaError `unsupported-codec`, `empty-picture`, `too-many-pixels`, `too-many-elements`
 */
export async function describePicture(
  video: DemuxedVideo,
  structure: StructureReader,
  webmAspect: number | null,
  limits: ProbeLimits,
): Promise<PictureDescription> {
  const { track } = video;
  const codec = await track.getCodecParameterString();
  if (codec === null || !isSupportedCodec(await track.getCodec())) {
    throw new MediaError('unsupported-codec', `The video codec${codec ? ` ${codec}` : ''} is not supported.`);
  }
  const announced = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
  const coded = await pictureOfStream(video, announced);
  const { width, height } = coded ?? announced;
  requireSize(width, height, limits);
  const aspect =
    (await containerAspect(video, structure, webmAspect)) ?? plausibleAspect(coded?.pixelAspect ?? 1) ?? 1;
  const square = {
    width: aspect > 1 ? Math.round(width * aspect) : width,
    height: aspect < 1 ? Math.round(height / aspect) : height,
  };
  requireSize(square.width, square.height, limits);
  const { rotation, flip } = await orientationOf(track);
  const isTurned = rotation % 180 !== 0;
  return {
    codec,
    width: isTurned ? square.height : square.width,
    height: isTurned ? square.width : square.height,
    codedWidth: width,
    codedHeight: height,
    rotation,
    flip,
  };
}

/** The width of a pixel over its height as the container says; null where it does not. */
async function containerAspect(
  { container, track }: DemuxedVideo,
  structure: StructureReader,
  webmAspect: number | null,
): Promise<number | null> {
  if (container === 'webm') return webmAspect;
  const movie = await findBox(structure, fileBox(structure), 'moov');
  return movie ? isoPixelAspect(structure, movie, track.id, await track.getTransformationMatrix()) : null;
}

/** A stream may have its parameter sets in its packets alone. */
async function pictureOfStream(video: DemuxedVideo, announced: Size): Promise<CodedPicture | null> {
  const packet = await video.packets.getFirstPacket();
  const first = packet && video.configurations.of(packet);
  const { codec = null, record: configuration = new Uint8Array() } =
    video.configurations.all[first ?? 0] ?? {};
  if (codec !== 'avc' && codec !== 'hevc') return null;
  const [unitsOf, lengthAt] =
    codec === 'avc' ? ([configuredUnits, 4] as const) : ([configuredHevcUnits, 21] as const);
  const configured = codedPicture(codec, unitsOf(configuration), announced);
  if (configured) return configured;
  const lengthSize = ((configuration[lengthAt] ?? 3) & 3) + 1;
  return packet && codedPicture(codec, nalUnits(packet.data, lengthSize), announced);
}

function requireSize(width: number, height: number, { maxSide, maxPixels }: ProbeLimits): void {
  if (!(width >= 1 && height >= 1)) {
    throw new MediaError('empty-picture', `The video's pictures have no area (${width}×${height}).`);
  }
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    const limit = `${maxSide} pixels a side and ${maxPixels / 1e6} megapixels`;
    throw new MediaError(
      'too-many-pixels',
      `The video has ${width}×${height} pixels; the limit is ${limit}.`,
    );
  }
}
