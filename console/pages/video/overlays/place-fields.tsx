import { Select } from '../../../components/select.tsx';
import { marksAt } from '../../../viewer/marks.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { useViewerState } from '../player/use-viewer.ts';
import type { VideoDocument } from '../video-data.ts';
import { anchorChoices } from './anchor-choices.ts';
import { withAnchor } from './attach-overlay.ts';
import { NumberField, ShareField } from './number-field.tsx';
import { anchorOf, configOf, numberOf, placeOf, withConfig, withPlace } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import type { ConfigFieldsProps } from './text-fields.tsx';

interface PlaceFieldsProps extends ConfigFieldsProps {
  objects: VideoDocument['objects'];
  viewer: Viewer;
  /** The last frame of the video. */
  lastFrame: number;
}

/** Ids of objects may be anything; this is none, since it is longer than ids can be. */
const ON_PICTURE = '-'.repeat(300);
/** Further ones are not offered. */
const MOST_OFFERED = 100;

/** What an overlay is attached to, where, and in which frames. */
export function PlaceFields({
  overlay,
  onChange,
  proportions,
  objects,
  viewer,
  lastFrame,
}: PlaceFieldsProps) {
  const frame = useViewerState(viewer, (state) => (state.playing ? null : state.frame)) ?? 0;
  const anchor = anchorOf(overlay);
  const { firstFrame: first, lastFrame: last, opacity } = configOf(overlay);
  const { x, y } = placeOf(overlay);
  const change = (config: Record<string, unknown>) => onChange(withConfig(overlay, config));
  const seen = marksAt(Object.values(objects), frame)
    .slice(0, MOST_OFFERED)
    .map(({ object }) => object.id);
  const offered = new Set([...(anchor ? [anchor.object] : []), ...seen]);
  return (
    <>
      <div className={styles.wide}>
        <Select
          label="Attached to"
          hint={`The objects in frame ${frame}, which is in view, can be chosen.`}
          value={anchor?.object ?? ON_PICTURE}
          onChange={(id) => onChange(withAnchor(overlay, id === ON_PICTURE ? undefined : id, proportions))}
          options={[{ value: ON_PICTURE, label: 'The picture' }, ...anchorChoices([...offered], objects)]}
        />
      </div>
      <ShareField
        label="Middle from left, %"
        value={x}
        min={-1000}
        max={1100}
        onChange={(next) => next !== undefined && onChange(withPlace(overlay, { x: next, y }))}
      />
      <ShareField
        label="Middle from top, %"
        value={y}
        min={-1000}
        max={1100}
        onChange={(next) => next !== undefined && onChange(withPlace(overlay, { x, y: next }))}
      />
      <NumberField
        label="From frame"
        value={numberOf(first)}
        placeholder="0"
        min={0}
        max={lastFrame}
        onChange={(next) => change({ firstFrame: next === undefined ? undefined : Math.round(next) })}
      />
      <NumberField
        label="To frame"
        value={numberOf(last)}
        placeholder={String(lastFrame)}
        min={0}
        max={lastFrame}
        onChange={(next) => change({ lastFrame: next === undefined ? undefined : Math.round(next) })}
      />
      <ShareField
        label="Opacity, %"
        value={numberOf(opacity)}
        placeholder="100"
        min={0}
        max={100}
        onChange={(next) => change({ opacity: next })}
      />
    </>
  );
}
