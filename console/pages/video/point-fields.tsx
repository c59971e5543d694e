import type { ReactNode } from 'react';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import styles from './point-fields.module.css';

interface PointFieldsProps {
  legend: string;
  /** What one of them is called: "Corner". */
  name: string;
  /** Fractions. */
  points: readonly Point[];
  /** Percent, from one value to the next by the arrow keys. */
  step: number;
  onMove: (index: number, point: Point) => void;
  /** What else can be done with a point. */
  beside?: (index: number) => ReactNode;
  children?: ReactNode;
}

/** Points as numbers, percent of what they lie on. */
export function PointFields({ legend, name, points, step, onMove, beside, children }: PointFieldsProps) {
  return (
    <fieldset className={styles.points}>
      <legend>{legend}</legend>
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is named by its place in the order
        <div key={index} className={styles.point}>
          <span aria-hidden="true">{index + 1}</span>
          {(['x', 'y'] as const).map((axis) => (
            <input
              key={axis}
              type="number"
              step={step}
              aria-label={`${name} ${index + 1}, ${axis}`}
              value={Math.round(point[axis] * 1000) / 10}
              onChange={({ target: { valueAsNumber: percent } }) => {
                if (!Number.isNaN(percent)) onMove(index, { ...point, [axis]: percent / 100 });
              }}
            />
          ))}
          {beside?.(index)}
        </div>
      ))}
      {children}
    </fieldset>
  );
}
