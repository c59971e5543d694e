import { useCallback, useEffect, useMemo, useRef } from 'react';
import { getVideo } from '../../../../shared/contract/routes/videos.ts';
import { bringBelow, STAYS_IN_VIEW, stuckElement } from '../../../components/bring-into-view.ts';
import { useServices } from '../../../services.ts';
import type { FrameTimes } from '../../../viewer/frame-times.ts';
import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { SceneParts, Viewer } from '../../../viewer/viewer.ts';
import { Lanes } from '../lanes/lanes.tsx';
import type { Video, VideoDocument, VideoObject } from '../video-data.ts';
import { DrawnParts } from './drawn-parts.tsx';
import { PlayerView } from './player-view.tsx';
import { Transport } from './transport.tsx';
import { useViewer } from './use-viewer.ts';
import styles from './video-player.module.css';

interface VideoPlayerProps {
  video: Video;
  times: FrameTimes;
  /** Those that are drawn and have lanes. */
  objects: readonly VideoObject[];
  layers: VideoDocument['layers'];
  /** The objects that overlays may be anchored to. */
  anchors: VideoDocument['objects'];
  selected: string | null;
  hovered: string | null;
  parts: SceneParts;
  onViewer: (viewer: Viewer | null) => void;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  onPickOverlay?: ((name: OverlayName) => void) | undefined;
  onToggle: (part: keyof SceneParts) => void;
  onFullScreen: () => void;
  /** What lies over the picture. */
  children?: React.ReactNode;
}

/** The picture, what moves it, and the lanes. */
export function VideoPlayer({
  video,
  times,
  objects,
  layers,
  anchors,
  selected,
  hovered,
  parts,
  onViewer,
  onSelect,
  onHover,
  onPickOverlay,
  onToggle,
  onFullScreen,
  children,
}: VideoPlayerProps) {
  useFocusBelowStuck();
  const { client } = useServices();
  const host = useRef<HTMLDivElement>(null);
  const { id, width, height, streamUrl: address } = video;
  const scene = useMemo(
    () => ({ objects, layers, anchors, selected, hovered, parts }),
    [objects, layers, anchors, selected, hovered, parts],
  );
  const renewAddress = useCallback(
    async () => (await client.call(getVideo, { params: { id } })).streamUrl,
    [client, id],
  );
  const size = useMemo(() => ({ width, height }), [width, height]);
  const viewer = useViewer(host, { address, size, times, renewAddress, scene });
  useEffect(() => {
    onViewer(viewer);
    return () => onViewer(null);
  }, [viewer, onViewer]);

  return (
    <>
      <div className={styles.player} {...STAYS_IN_VIEW}>
        <PlayerView
          host={host}
          ratio={width / height}
          viewer={viewer}
          onPick={onSelect}
          onHover={onHover}
          onPickOverlay={onPickOverlay}
        >
          {children}
        </PlayerView>
        {viewer && <Transport viewer={viewer} times={times} onFullScreen={onFullScreen} />}
      </div>
      <div className={styles.below}>
        <DrawnParts parts={parts} onToggle={onToggle} />
        {viewer && (
          <Lanes
            objects={objects}
            count={times.count}
            viewer={viewer}
            selected={selected}
            hovered={hovered}
            onSelect={onSelect}
            onHover={onHover}
          />
        )}
      </div>
    </>
  );
}

/**
 * Scrolls the element that the Tab key has reached below the element that sticks to the top of the window. Browsers do not take into account that it
 * covers something; to reserve the space in the style would move the page, too, when something within takes the focus.
 */
function useFocusBelowStuck(): void {
  useEffect(() => {
    const show = ({ key }: KeyboardEvent) => {
      const stuck = stuckElement();
      const { activeElement: focused } = document;
      if (key !== 'Tab' || stuck === null || focused === null || stuck.contains(focused)) return;
      const cover = stuck.getBoundingClientRect();
      const { top, bottom } = focused.getBoundingClientRect();
      if (top < cover.bottom && bottom > cover.top) bringBelow(stuck, focused);
    };
    window.addEventListener('keyup', show);
    return () => window.removeEventListener('keyup', show);
  }, []);
}
