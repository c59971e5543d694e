import type { Box } from '../../../shared/kernel/geometry/box.ts';

const FONT_PX = 13;
const PADDING_PX = 6;

/** Longer ones end with an ellipsis. */
const MOST_CHARACTERS = 80;

/** A frame with a text, in place of what cannot be drawn. @param box pixels */
export function drawFrame(context: CanvasRenderingContext2D, label: string, box: Box): void {
  context.fillStyle = 'rgb(16 20 24 / 0.6)';
  context.fillRect(box.x, box.y, box.width, box.height);
  context.strokeStyle = 'rgb(255 255 255 / 0.85)';
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  context.strokeRect(box.x, box.y, box.width, box.height);
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.font = `500 ${FONT_PX}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  const text = shortened(label);
  // Narrower letters rather than none; where that is not enough, the middle is seen.
  context.fillText(
    text,
    box.x + box.width / 2,
    box.y + box.height / 2,
    Math.max(box.width - 2 * PADDING_PX, 60),
  );
}

function shortened(label: string): string {
  const characters = Array.from(label.slice(0, 2 * MOST_CHARACTERS).replaceAll(/\s+/g, ' '));
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
