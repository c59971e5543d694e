import { useEffect, useRef } from 'react';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import styles from './surface-marker.module.css';

/** Pixels of the page. */
const SIZE = 132;
/** Pixels of the page for one of the video. */
const MAGNIFICATION = 4;

/** The picture around a point, enlarged; in the corner of the picture that is farther from it. */
export function Loupe({ picture, at }: { picture: HTMLCanvasElement; at: Point }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y } = at;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const span = SIZE / MAGNIFICATION;
    context.imageSmoothingEnabled = false;
    context.fillStyle = '#000';
    context.fillRect(0, 0, SIZE, SIZE);
    const [left, top] = [x * picture.width - span / 2, y * picture.height - span / 2];
    context.drawImage(picture, left, top, span, span, 0, 0, SIZE, SIZE);
    for (const [colour, width] of [
      ['#000', 3],
      ['#fff', 1],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(SIZE / 2, 0);
      context.lineTo(SIZE / 2, SIZE);
      context.moveTo(0, SIZE / 2);
      context.lineTo(SIZE, SIZE / 2);
      context.stroke();
    }
  }, [picture, x, y]);

  return (
    <canvas
      ref={canvas}
      className={styles.loupe}
      width={SIZE}
      height={SIZE}
      data-side={x < 0.5 ? 'right' : 'left'}
    />
  );
}
