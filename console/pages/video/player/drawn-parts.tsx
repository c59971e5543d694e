import { Layers } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import type { MarkParts } from '../../../viewer/draw-marks.ts';
import styles from './drawn-parts.module.css';

/** The parts with the keys that turn them on and off. */
export const PART_KEYS = { boxes: 'b', surfaces: 'u', labels: 'n', ids: 'i' } as const;

export const ALL_PARTS: MarkParts = { boxes: true, surfaces: true, labels: true, ids: false };

export const NO_PARTS: MarkParts = { boxes: false, surfaces: false, labels: false, ids: false };

const NAMES: Record<keyof MarkParts, string> = {
  boxes: 'Boxes',
  surfaces: 'Surfaces',
  labels: 'Labels',
  ids: 'Ids',
};

const PARTS = Object.keys(NAMES) as (keyof MarkParts)[];

interface DrawnPartsProps {
  parts: MarkParts;
  onToggle: (part: keyof MarkParts) => void;
}

/** What is drawn on the picture. */
export function DrawnParts({ parts, onToggle }: DrawnPartsProps) {
  return (
    <fieldset className={styles.parts}>
      <legend className="visually-hidden">Drawn on the picture</legend>
      <Layers size={14} aria-hidden="true" />
      {PARTS.map((part) => (
        <Button
          key={part}
          kind={parts[part] ? 'secondary' : 'quiet'}
          size="small"
          aria-pressed={parts[part]}
          aria-keyshortcuts={PART_KEYS[part]}
          onClick={() => onToggle(part)}
        >
          {NAMES[part]}
        </Button>
      ))}
    </fieldset>
  );
}
