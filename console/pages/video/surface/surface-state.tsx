import { Chip } from '../../../components/chip.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Progress } from '../../../components/progress.tsx';
import type { Viewer } from '../../../viewer/viewer.ts';
import type { SurfaceKeyframe } from '../../../viewer/viewer-document.ts';
import { stretchesOf } from '../lanes/stretches.ts';
import { useViewerState } from '../player/use-viewer.ts';
import type { VideoObject } from '../video-data.ts';
import { NotTracked } from './not-tracked.tsx';
import styles from './surface-state.module.css';
import type { TrackedObject } from './use-surfaces.ts';

interface SurfaceStateProps {
  videoId: string;
  object: VideoObject;
  tracked: TrackedObject | undefined;
  /** Of the video. */
  totalFrames: number;
  viewer: Viewer | null;
  /** Whether something that was typed about it is not saved. */
  isTyped: boolean;
  /** Another object has taken its place. */
  onTracked: (objectId: string) => void;
}

/** Of more stretches in which it was lost only the number is shown. */
const MOST_NAMED = 50;

/** How far a surface has been tracked, how sure that is in the frame that is shown, and where it was lost. */
export function SurfaceState({
  videoId,
  object,
  tracked,
  totalFrames,
  viewer,
  isTyped,
  onTracked,
}: SurfaceStateProps) {
  const lost = stretchesOf(object.track).filter(({ hidden }) => hidden);
  return (
    <div className={styles.state}>
      {tracked?.tracking === 'running' && (
        <div className={styles.state} aria-live="polite">
          <Progress
            label="Tracking"
            value={(tracked.trackingProgress ?? 0) / 100}
            text={`${tracked.trackingProgress ?? 0} %`}
          />
          <p className={styles.remark}>To end this, delete the surface.</p>
        </div>
      )}
      {tracked?.failure && (
        <NotTracked
          videoId={videoId}
          surface={object}
          failure={tracked.failure}
          isTyped={isTyped}
          onTracked={onTracked}
        />
      )}
      {tracked?.tracking === 'done' && object.frameCount === 1 && totalFrames > 1 && (
        <Notice kind="warning">
          It was seen in the marked frame alone. Mark it where it is sharp and nothing covers it; what has
          hardly any texture cannot be tracked.
        </Notice>
      )}
      {viewer && object.tracked !== false && <ConfidenceHere object={object} viewer={viewer} />}
      {lost.length > 0 && (
        <p className={styles.lost}>
          Lost in frames{' '}
          {lost.slice(0, MOST_NAMED).map(({ from, to }) => (
            <Chip key={from} tone="muted">
              {from}–{to}
            </Chip>
          ))}
          {lost.length > MOST_NAMED && `and ${lost.length - MOST_NAMED} more`}
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
