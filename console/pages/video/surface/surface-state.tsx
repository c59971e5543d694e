import { Chip } from '../../../components/chip.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Progress } from '../../../components/progress.tsx';
import type { Viewer } from '../../../viewer/viewer.ts';
import type { SurfaceKeyframe } from '../../../viewer/viewer-document.ts';
import { stretchesOf } from '../lanes/stretches.ts';
import { useViewerState } from '../player/use-viewer.ts';
import type { VideoObject } from '../video-data.ts';
import styles from './surface-state.module.css';
import type { TrackedObject } from './use-surfaces.ts';

interface SurfaceStateProps {
  object: VideoObject;
  tracked: TrackedObject | undefined;
  viewer: Viewer | null;
}

/** How far a surface has been followed, how sure that is in the frame that is shown, and where it was lost. */
export function SurfaceState({ object, tracked, viewer }: SurfaceStateProps) {
  const lost = stretchesOf(object.track).filter(({ hidden }) => hidden);
  return (
    <div className={styles.state}>
      {tracked?.tracking === 'running' && (
        <div className={styles.state} aria-live="polite">
          <Progress
            label="Following"
            value={(tracked.trackingProgress ?? 0) / 100}
            text={`${tracked.trackingProgress ?? 0} %`}
          />
          <p className={styles.remark}>To end this, delete the surface.</p>
        </div>
      )}
      {tracked?.failure && (
        <Notice kind="warning">
          It could not be followed: {tracked.failure.message} ({tracked.failure.code})
        </Notice>
      )}
      {viewer && object.tracked !== false && <ConfidenceHere object={object} viewer={viewer} />}
      {lost.length > 0 && (
        <p className={styles.lost}>
          Lost in frames{' '}
          {lost.map(({ from, to }) => (
            <Chip key={from} tone="muted">
              {from}–{to}
            </Chip>
          ))}
        </p>
      )}
    </div>
  );
}

function ConfidenceHere({ object, viewer }: { object: VideoObject; viewer: Viewer }) {
  const frame = useViewerState(viewer, (state) => state.frame ?? 0);
  const keyframe = (object.track as readonly SurfaceKeyframe[]).findLast((point) => point.frame <= frame);
  if (keyframe === undefined || frame > object.lastFrame) return <p>Not in this frame</p>;
  if (keyframe.hidden) return <p>Lost in this frame</p>;
  if (keyframe.confidence === undefined) return null;
  return <p>Confidence in this frame: {Math.round(keyframe.confidence * 100)} %</p>;
}
