import type { RefObject } from 'react';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import type { FrameTimes } from '../../viewer/frame-times.ts';
import type { SceneParts, Viewer } from '../../viewer/viewer.ts';
import { PART_KEYS } from './player/drawn-parts.tsx';
import { FRAME_FIELD_ID } from './player/frame-field.tsx';
import type { VideoObject } from './video-data.ts';

/** The tabs beside the player, from the first. */
const TAB_KEYS: readonly string[] = ['1', '2', '3', '4', '5'];

const LEAP_FRAMES = 10;
const LEAP_SECONDS = 5;

interface VideoKeys {
  viewer: Viewer | null;
  times: FrameTimes | undefined;
  /** In the order of the lanes. */
  objects: readonly VideoObject[];
  selected: VideoObject | undefined;
  /** A surface is being marked: the arrows are for its corners, not for frames and objects. */
  isMarking: boolean;
  onSelect: (id: string | undefined) => void;
  onToggle: (part: keyof SceneParts) => void;
  onFullScreen: () => void;
  onMarkSurface: () => void;
  onAddText: () => void;
  /** @param index of the tab, from 0 */
  onTab: (index: number) => void;
  /** For the shortcut that types a frame. */
  page: RefObject<HTMLElement | null>;
}

/** The keys of the video page; `VIDEO_SHORTCUTS` lists them. */
export function useVideoKeys({
  viewer,
  times,
  objects,
  selected,
  isMarking,
  onSelect,
  onToggle,
  onFullScreen,
  onMarkSurface,
  onAddText,
  onTab,
  page,
}: VideoKeys): void {
  const playOrPause = () => (viewer?.state.playing ? viewer.pause() : viewer?.play());
  const leap = (seconds: number) => {
    if (!viewer || !times) return;
    viewer.goto(times.nearest(times.timeOf(viewer.state.frame ?? 0) + seconds));
  };
  const selectBy = (by: 1 | -1) => {
    const at = selected === undefined ? -1 : objects.findIndex(({ id }) => id === selected.id);
    const from = at < 0 && by < 0 ? objects.length : at;
    const next = objects[from + by];
    if (!next) return;
    onSelect(next.id);
    viewer?.goto(next.firstFrame);
  };
  const { boxes, surfaces, labels, ids, overlays } = PART_KEYS;

  useShortcuts({
    ' ': playOrPause,
    k: playOrPause,
    ',': () => viewer?.step(-1),
    '.': () => viewer?.step(1),
    '<': () => viewer?.step(-LEAP_FRAMES),
    '>': () => viewer?.step(LEAP_FRAMES),
    j: () => leap(-LEAP_SECONDS),
    l: () => leap(LEAP_SECONDS),
    Home: () => viewer?.goto(0),
    End: () => times && viewer?.goto(times.count - 1),
    g: () => page.current?.querySelector<HTMLInputElement>(`#${FRAME_FIELD_ID}`)?.focus(),
    m: () => viewer?.setMuted(!viewer.state.muted),
    f: onFullScreen,
    ...(!isMarking && {
      ArrowLeft: () => viewer?.step(-1),
      ArrowRight: () => viewer?.step(1),
      ArrowUp: () => selectBy(-1),
      ArrowDown: () => selectBy(1),
    }),
    '[': () => selected && viewer?.goto(selected.firstFrame),
    ']': () => selected && viewer?.goto(selected.lastFrame),
    Escape: () => onSelect(undefined),
    [boxes]: () => onToggle('boxes'),
    [surfaces]: () => onToggle('surfaces'),
    [labels]: () => onToggle('labels'),
    [ids]: () => onToggle('ids'),
    [overlays]: () => onToggle('overlays'),
    s: onMarkSurface,
    t: onAddText,
    ...Object.fromEntries(TAB_KEYS.map((key, index) => [key, () => onTab(index)])),
  });
}
