import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import type { ViewerOverlay } from '../viewer-document.ts';
import { colourOf, isMembers, oneOf, pointOf, share } from './read-values.ts';

/*
 * What overlays look like. Lengths are shares of the ground's width, or of its height: those of `height`, `size` and
 * `strokeWidth`. Colours are those of canvases, null: none.
 */

export interface TextStyle {
  readonly kind: 'text';
  readonly text: string;
  /** Of a line, from the one above it to the one below. */
  readonly size: number;
  readonly color: string;
  readonly background: string | null;
  readonly align: (typeof ALIGNMENTS)[number];
  /** Where lines break. */
  readonly width: number;
}

interface ImageStyle {
  readonly kind: 'image';
  readonly source: string;
  readonly width: number;
  /** Null: by the proportions of the picture. */
  readonly height: number | null;
}

export interface ShapeStyle {
  readonly kind: 'shape';
  readonly shape: (typeof SHAPES)[number];
  readonly width: number;
  readonly height: number;
  /** Fractions of width and height; of polygons, lines and arrows. */
  readonly points: readonly Point[];
  readonly stroke: string | null;
  readonly strokeWidth: number;
  readonly fill: string | null;
}

/** Stands for what cannot be drawn. */
interface FrameStyle {
  readonly kind: 'frame';
  readonly label: string;
}

export type OverlayStyle = TextStyle | ImageStyle | ShapeStyle | FrameStyle;

const ALIGNMENTS = ['start', 'center', 'end'] as const;
const SHAPES = ['rectangle', 'ellipse', 'polygon', 'line', 'arrow'] as const;
const WHITE = '#ffffff';
const SMALLEST_TEXT = 0.001;

/** Content beyond it is not drawn. */
export const MOST_CHARACTERS = 2000;
export const MOST_POINTS = 200;

const DIAGONAL: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];

type Config = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<string, (config: Config) => OverlayStyle | null>> = {
  'core:text': readText,
  'core:image': readImage,
  'core:shape': readShape,
};

/** What an overlay looks like; a frame with the name of its type where that is not known, or the config says too little. */
export function readLook({ plugin }: ViewerOverlay): OverlayStyle {
  const type = typeof plugin?.type === 'string' ? plugin.type : '';
  const config: Config = isMembers(plugin?.config) ? plugin.config : {};
  const read = Object.hasOwn(READERS, type) ? READERS[type]?.(config) : null;
  return read ?? { kind: 'frame', label: type || 'overlay' };
}

function readText({ text, size, color, background, align, width }: Config): TextStyle | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  return {
    kind: 'text',
    text: cut(text),
    size: Math.max(share(size) ?? 0.06, SMALLEST_TEXT),
    color: colourOf(color) ?? WHITE,
    background: colourOf(background),
    align: oneOf(ALIGNMENTS, align) ?? 'center',
    width: share(width) ?? 0.8,
  };
}

function readImage({ source, width, height }: Config): ImageStyle | null {
  if (typeof source !== 'string') return null;
  return { kind: 'image', source, width: share(width) ?? 0.3, height: share(height) };
}

function readShape(config: Config): ShapeStyle | null {
  const shape = oneOf(SHAPES, config.shape);
  if (shape === null) return null;
  const fill = colourOf(config.fill);
  const points = Array.isArray(config.points)
    ? config.points
        .slice(0, MOST_POINTS)
        .map(pointOf)
        .filter((point) => point !== null)
    : [];
  return {
    kind: 'shape',
    shape,
    width: share(config.width) ?? 0.2,
    height: share(config.height) ?? 0.2,
    points: points.length < 2 ? DIAGONAL : points,
    stroke: colourOf(config.stroke) ?? (fill === null ? WHITE : null),
    strokeWidth: share(config.strokeWidth) ?? 0.006,
    fill,
  };
}

/** By code points, so that no surrogate pair is halved. */
const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : Array.from(text.slice(0, 2 * MOST_CHARACTERS))
        .slice(0, MOST_CHARACTERS)
        .join('');
