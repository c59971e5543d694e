import { Plus, X } from 'lucide-react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { OVERLAY_SHAPES } from '../../../../shared/contract/schemas/core-overlays.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { readLook } from '../../../viewer/overlays/overlay-style.ts';
import { PointFields } from '../point-fields.tsx';
import { ColourField, fullColour } from './colour-field.tsx';
import { ShareField } from './number-field.tsx';
import { configOf, numberOf, withConfig } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import type { ConfigFieldsProps } from './text-fields.tsx';

type ShapeName = (typeof OVERLAY_SHAPES)[number];

const SHAPE_NAMES: Readonly<Record<ShapeName, string>> = {
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  polygon: 'Polygon',
  line: 'Line',
  arrow: 'Arrow',
};

const TRIANGLE = [
  { x: 0.5, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

const LINE = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
];

/** The members of a `core:shape` config. */
export function ShapeFields({ overlay, onChange }: ConfigFieldsProps) {
  const { shape, width, height, stroke, strokeWidth, fill } = configOf(overlay);
  const change = (config: Record<string, unknown>) => onChange(withConfig(overlay, config));
  const chosen = OVERLAY_SHAPES.find((known) => known === shape) ?? 'rectangle';
  const isLine = chosen === 'line' || chosen === 'arrow';
  const choose = (next: ShapeName) => {
    const points = next === 'polygon' ? TRIANGLE : next === 'line' || next === 'arrow' ? LINE : undefined;
    change({ shape: next, points });
  };
  return (
    <>
      <Select
        label="Shape"
        value={chosen}
        onChange={choose}
        options={OVERLAY_SHAPES.map((value) => ({ value, label: SHAPE_NAMES[value] }))}
      />
      <ShareField
        label="Line width, %"
        value={numberOf(strokeWidth)}
        placeholder="0.6"
        min={0}
        max={100}
        onChange={(next) => change({ strokeWidth: next })}
      />
      <ShareField
        label="Width, %"
        value={numberOf(width)}
        placeholder="20"
        min={0}
        max={1000}
        onChange={(next) => change({ width: next })}
      />
      <ShareField
        label="Height, %"
        value={numberOf(height)}
        placeholder="20"
        min={0}
        max={1000}
        onChange={(next) => change({ height: next })}
      />
      <ColourField
        label={isLine ? 'Line' : 'Outline'}
        optional={!isLine}
        value={fullColour(stroke)}
        first="#ffcc00"
        onChange={(next) => change({ stroke: next })}
      />
      {!isLine && (
        <ColourField
          label="Inside"
          optional
          value={fullColour(fill)}
          first="#ffcc0080"
          onChange={(next) => change({ fill: next })}
        />
      )}
      {(isLine || chosen === 'polygon') && <Points overlay={overlay} onChange={onChange} />}
    </>
  );
}

/** The points of a polygon, a line or an arrow. */
function Points({ overlay, onChange }: Pick<ConfigFieldsProps, 'overlay' | 'onChange'>) {
  const style = readLook(overlay);
  const points = style.kind === 'shape' ? style.points : [];
  const change = (next: readonly { x: number; y: number }[]) =>
    onChange(withConfig(overlay, { points: next.map(({ x, y }) => ({ x, y })) }));
  return (
    <div className={styles.wide}>
      <PointFields
        legend="Points, percent of its width and height"
        name="Point"
        points={points}
        step={1}
        onMove={(index, point) => change(points.map((before, i) => (i === index ? point : before)))}
        beside={(index) => (
          <Button
            kind="quiet"
            size="small"
            square
            icon={<X size={14} />}
            aria-label={`Remove point ${index + 1}`}
            disabled={points.length <= 2}
            onClick={() => change(points.filter((_, i) => i !== index))}
          />
        )}
      >
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={points.length >= LIMITS.overlayPoints}
          onClick={() => change([...points, { x: 0.5, y: 0.5 }])}
        >
          Add point
        </Button>
      </PointFields>
    </div>
  );
}
