import type { InputVideoTrack } from 'mediabunny';
import { isSupportedCodec } from '../container/codecs.ts';
import { fileBox, findBox } from '../container/iso-boxes.ts';
import { isoPixelAspect, stereoAspect } from '../container/pixel-aspect.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import { MediaError } from '../media-error.ts';
import type { DemuxedVideo } from '../reading/open-video.ts';
import { codedPicture } from './coded-picture.ts';
import type { ProbeLimits, VideoProbe } from './video-probe.ts';

type PictureDescription = Pick<
  VideoProbe,
  'codec' | 'width' | 'height' | 'codedWidth' | 'codedHeight' | 'rotation' | 'flip'
>;

/**
 * Size and orientation of a video's pictures.
 * @param stereoMode of WebM
 * @throws MediaError `unsupported-codec`, `empty-picture`, `too-many-pixels`, `too-many-elements`
 */
export async function describePicture(
  video: DemuxedVideo,
  structure: StructureReader,
  stereoMode: number | null,
  limits: ProbeLimits,
): Promise<PictureDescription> {
  const { track } = video;
  const codec = await track.getCodecParameterString();
  if (codec === null || !isSupportedCodec(await track.getCodec())) {
    throw new MediaError('unsupported-codec', `The video codec${codec ? ` ${codec}` : ''} is not supported.`);
  }
  const announced = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
  const configuration = (await track.getDecoderConfig())?.description;
  const coded = configuration && codedPicture(await track.getCodec(), bytesOf(configuration), announced);
  const { width, height } = coded ?? announced;
  requireSize(width, height, limits);
  const aspect = (await containerAspect(video, structure, stereoMode)) ?? coded?.pixelAspect ?? 1;
  const square = {
    width: aspect > 1 ? Math.round(width * aspect) : width,
    height: aspect < 1 ? Math.round(height / aspect) : height,
  };
  requireSize(square.width, square.height, limits);
  const rotation = await track.getRotation();
  const isTurned = rotation % 180 !== 0;
  return {
    codec,
    width: isTurned ? square.height : square.width,
    height: isTurned ? square.width : square.height,
    codedWidth: width,
    codedHeight: height,
    rotation,
    flip: await track.getFlip(),
  };
}

/** The width of a pixel over its height as the container says; null where it does not. */
async function containerAspect(
  { container, track }: DemuxedVideo,
  structure: StructureReader,
  stereoMode: number | null,
): Promise<number | null> {
  if (container === 'webm') return (await displayAspect(track)) * stereoAspect(stereoMode);
  const movie = await findBox(structure, fileBox(structure), 'moov');
  return movie ? isoPixelAspect(structure, movie, track.id, await track.getTransformationMatrix()) : null;
}

/** By DisplayWidth and DisplayHeight of WebM, which mediabunny reads. */
async function displayAspect(track: InputVideoTrack): Promise<number> {
  const { num, den } = await track.getPixelAspectRatio();
  return den > 0 ? num / den : 1;
}

const bytesOf = (bytes: NonNullable<VideoDecoderConfig['description']>): Uint8Array =>
  ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);

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
