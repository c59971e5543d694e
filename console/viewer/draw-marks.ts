import type { Box } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { drawTag, TAG_HEIGHT } from './draw-tag.ts';
import { cornersOf, type Mark } from './marks.ts';
import { objectColour } from './object-colour.ts';
import { toElement } from './view-area.ts';

/** Which parts of objects are drawn. */
export interface MarkParts {
  readonly boxes: boolean;
  readonly surfaces: boolean;
  readonly labels: boolean;
  readonly ids: boolean;
}

/** Ids of objects; null: none. */
export interface Emphasis {
  readonly selected: string | null;
  readonly hovered: string | null;
}

/** Seen on dark and on light pictures alike. */
const EDGE = 'rgb(0 0 0 / 0.55)';

type Line = readonly [colour: string, width: number];

/** The lines of an outline, one on top of the other, pixels wide. A selected one can be recognised without colour, too. */
const linesOf = (colour: string, isSelected: boolean): readonly Line[] =>
  isSelected
    ? [
        [EDGE, 8],
        ['#fff', 6],
        [colour, 3],
      ]
    : [
        [EDGE, 4],
        [colour, 2],
      ];

/**
 * Draws the outlines of objects with their tags, selected ones above the others.
 * @param area where the picture is, pixels of the context
 */
export function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  area: Box,
  parts: MarkParts,
  emphasis: Emphasis,
): void {
  const isChosen = ({ object: { id } }: Mark): boolean => id === emphasis.selected || id === emphasis.hovered;
  const drawn = marks.filter(({ object: { kind } }) => (kind === 'box' ? parts.boxes : parts.surfaces));
  for (const mark of [...drawn.filter((mark) => !isChosen(mark)), ...drawn.filter(isChosen)]) {
    drawMark(context, mark, area, parts, emphasis);
  }
}

function drawMark(
  context: CanvasRenderingContext2D,
  mark: Mark,
  area: Box,
  parts: MarkParts,
  { selected, hovered }: Emphasis,
): void {
  const { object } = mark;
  const colour = objectColour(object.id);
  const corners = cornersOf(mark).map((corner) => toElement(corner, area));
  const isSelected = object.id === selected;
  context.lineJoin = 'round';
  trace(context, corners);
  if (isSelected || object.id === hovered) {
    context.globalAlpha = 0.18;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
  }
  for (const [strokeStyle, lineWidth] of linesOf(colour, isSelected)) {
    context.strokeStyle = strokeStyle;
    context.lineWidth = lineWidth;
    context.stroke();
  }
  const text = tagText(mark, parts);
  if (text !== '') drawTag(context, text, colour, tagPlace(corners, area), area.x + area.width);
}

function trace(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
}

function tagText({ object }: Mark, { labels, ids }: MarkParts): string {
  const label = labels ? object.userLabel || object.label : '';
  return [label, ids ? object.id : ''].filter((text) => text !== '').join(' · ');
}

/** Above the top left corner, or below it where the picture ends. */
function tagPlace(corners: readonly Point[], area: Box): Point {
  const x = Math.max(Math.min(...corners.map((corner) => corner.x)), area.x);
  const y = Math.min(...corners.map((corner) => corner.y));
  return { x, y: y - TAG_HEIGHT - 2 < area.y ? Math.max(y, area.y) + 2 : y - TAG_HEIGHT - 2 };
}
