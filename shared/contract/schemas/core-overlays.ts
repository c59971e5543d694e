import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { frame, point } from './primitives.ts';

/*
 * What the overlays of the `core` plugins are drawn by. The schemas describe: any config is stored as it is sent, and where
 * a member is missing or of another kind, readers draw what its description says about a missing one.
 */

const { characters, side } = LIMITS.overlayImage;

const color = (about: string) =>
  z
    .string()
    .regex(/^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/)
    .optional()
    .describe(`${about}: \`#rrggbb\` or \`#rrggbbaa\`, or shorter \`#rgb\` or \`#rgba\``);

const share = (about: string) => z.number().min(0).max(LIMITS.overlayShare).optional().describe(about);

const anchor = z
  .looseObject({
    object: z.string().describe('id of an object of the document'),
    x: z.number().optional().describe('0.5 when it is missing'),
    y: z.number().optional().describe('0.5 when it is missing'),
  })
  .meta({
    id: 'OverlayAnchor',
    description:
      'What an overlay is fixed to, and where its middle is there: `x` and `y` are fractions of the box or surface of ' +
      'the object, from its top left or first corner. On a surface the overlay lies in perspective. Where the object ' +
      'is not seen, the overlay is not shown.',
  });

const common = {
  anchor: anchor
    .optional()
    .describe(
      'without it the overlay is attached to the picture, with its middle at the `position` of the overlay',
    ),
  firstFrame: frame('first frame in which it is shown').min(0).optional(),
  lastFrame: frame('last frame in which it is shown').min(0).optional(),
  opacity: z.number().min(0).max(1).optional().describe('1 when it is missing'),
};

export const textConfig = z
  .looseObject({
    text: z.string().max(LIMITS.overlayText),
    size: share('height of a line, as a share of the height; 0.06 when it is missing'),
    color: color('of the letters; white when it is missing'),
    background: color('of the plate behind them; none when it is missing'),
    align: z.enum(['start', 'center', 'end']).optional().describe('`center` when it is missing'),
    width: share('lines break at this share of the width; 0.8 when it is missing'),
    ...common,
  })
  .meta({
    id: 'TextConfig',
    description:
      'Config of `core:text`. All lengths are shares of the width or height of the picture, or of what the overlay is anchored to.',
  });

export const imageConfig = z
  .looseObject({
    source: z
      .string()
      .max(characters)
      .describe(
        `\`data:\` URL in Base64 of a PNG, JPEG or WebP picture of at most ${side} × ${side} pixels; of any other address the text is shown, and nothing is loaded`,
      ),
    width: share('share of the width; 0.3 when it is missing'),
    height: share('share of the height; by the proportions of the picture when it is missing'),
    ...common,
  })
  .meta({ id: 'ImageConfig', description: 'Config of `core:image`. Lengths as in `TextConfig`.' });

export const OVERLAY_SHAPES = ['rectangle', 'ellipse', 'polygon', 'line', 'arrow'] as const;

export const shapeConfig = z
  .looseObject({
    shape: z.enum(OVERLAY_SHAPES),
    width: share('share of the width; 0.2 when it is missing'),
    height: share('share of the height; 0.2 when it is missing'),
    points: z
      .array(point)
      .max(LIMITS.overlayPoints)
      .optional()
      .describe(
        'of a polygon, a line or an arrow: fractions of its own width and height, from its top left corner; from there to the opposite corner when they are missing',
      ),
    stroke: color('of the outline; white when both it and `fill` are missing'),
    strokeWidth: share('of the outline, as a share of the height; 0.006 when it is missing'),
    fill: color('of the inside; none when it is missing'),
    ...common,
  })
  .meta({ id: 'ShapeConfig', description: 'Config of `core:shape`. Lengths as in `TextConfig`.' });

/** The schema of the `config` of each type of the `core` plugins. */
export const CORE_CONFIGS = {
  'core:text': textConfig,
  'core:image': imageConfig,
  'core:shape': shapeConfig,
} as const;
