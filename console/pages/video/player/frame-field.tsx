import { useState } from 'react';
import type { Viewer } from '../../../viewer/viewer.ts';
import styles from './transport.module.css';
import { useViewerState } from './use-viewer.ts';

/** For the shortcut that goes to it. */
export const FRAME_FIELD_ID = 'frame';

/** The number of the shown frame; another one that is typed in is gone to with Enter. */
export function FrameField({ viewer, count }: { viewer: Viewer; count: number }) {
  const frame = useViewerState(viewer, (state) => state.frame ?? 0);
  /** What the field has while it is used: playback would remove its selection. */
  const [used, setUsed] = useState<{ text: string; isTyped: boolean } | null>(null);

  const begin = () => setUsed({ text: String(frame), isTyped: false });
  const leave = () => {
    const wanted = used?.isTyped ? Number.parseInt(used.text, 10) : Number.NaN;
    if (!Number.isNaN(wanted)) viewer.goto(wanted);
    setUsed(null);
  };

  return (
    <label className={styles.frame}>
      <span className={styles.frameName}>Frame</span>
      <input
        id={FRAME_FIELD_ID}
        className={styles.frameField}
        // Where there is little room its visible name and the count are left out.
        aria-label={`Frame, up to ${count - 1}`}
        inputMode="numeric"
        size={String(count - 1).length}
        value={used?.text ?? frame}
        onFocus={({ target }) => {
          begin();
          target.select();
        }}
        onChange={({ target }) => setUsed({ text: target.value.replaceAll(/\D/g, ''), isTyped: true })}
        onBlur={leave}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') begin();
        }}
      />
      <span className={styles.count}>/ {count - 1}</span>
    </label>
  );
}
