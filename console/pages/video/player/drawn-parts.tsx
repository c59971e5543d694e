import { Layers } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import type { SceneParts } from '../../../viewer/viewer.ts';
import styles from './drawn-parts.module.css';

/** The parts with the keys that turn them on and off. */
export const PART_KEYS = { boxes: 'b', surfaces: 'u', labels: 'n', ids: 'i', overlays: 'o' } as const;

export const ALL_PARTS: SceneParts = {
  boxes: true,
  surfaces: true,
  labels: true,
  ids: false,
  overlays: true,
};

export const NO_PARTS: SceneParts = {
  boxes: false,
  surfaces: false,
  labels: false,
  ids: false,
  overlays: false,
};

const NAMES: Record<keyof SceneParts, string> = {
  boxes: 'Boxes',
  surfaces: 'Surfaces',
  labels: 'Labels',
  ids: 'IDs',
  overlays: 'Overlays',
};

const PARTS = Object.keys(NAMES) as (keyof SceneParts)[];

interface DrawnPartsProps {
  parts: SceneParts;
  onToggle: (part: keyof SceneParts) => void;
}

/** The drawing on the picture. */
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
