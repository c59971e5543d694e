import { Maximize, Pause, Play, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu, MenuChoice } from '../../../components/menu.tsx';
import type { FrameTimes } from '../../../viewer/frame-times.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { FrameField } from './frame-field.tsx';
import { playerTime } from './player-time.ts';
import styles from './transport.module.css';
import { useViewerState } from './use-viewer.ts';

/** Speeds of playback; 1: as recorded. */
const RATES = ['0.25', '0.5', '1', '1.5', '2'] as const;

interface TransportProps {
  viewer: Viewer;
  times: FrameTimes;
  onFullScreen: () => void;
}

/** What moves the player: along its track, by frames, to a frame, and at which speed. */
export function Transport({ viewer, times, onFullScreen }: TransportProps) {
  return (
    <div className={styles.transport}>
      <SeekBar viewer={viewer} times={times} />
      <div className={styles.controls}>
        <IconButton
          label="One frame back"
          shortcut=","
          icon={<StepBack size={16} />}
          onClick={() => viewer.step(-1)}
        />
        <PlayButton viewer={viewer} />
        <IconButton
          label="One frame on"
          shortcut="."
          icon={<StepForward size={16} />}
          onClick={() => viewer.step(1)}
        />
        <FrameField viewer={viewer} count={times.count} />
        <Time viewer={viewer} times={times} />
        <span className={styles.space} />
        <SpeedMenu viewer={viewer} />
        <MuteButton viewer={viewer} />
        <IconButton label="Full screen" shortcut="f" icon={<Maximize size={16} />} onClick={onFullScreen} />
      </div>
    </div>
  );
}

type ViewerProps = Pick<TransportProps, 'viewer'>;
type TimedProps = Pick<TransportProps, 'viewer' | 'times'>;

function SeekBar({ viewer, times }: TimedProps) {
  const frame = useViewerState(viewer, (state) => state.frame ?? 0);
  return (
    <input
      type="range"
      className={styles.seek}
      aria-label="Position"
      aria-valuetext={`Frame ${frame} of ${times.count}`}
      min={0}
      max={times.count - 1}
      value={frame}
      onChange={({ target }) => viewer.goto(target.valueAsNumber)}
    />
  );
}

function PlayButton({ viewer }: ViewerProps) {
  const playing = useViewerState(viewer, (state) => state.playing);
  const label = playing ? 'Pause' : 'Play';
  return (
    <IconButton
      label={label}
      shortcut="Space"
      kind="secondary"
      icon={playing ? <Pause size={16} /> : <Play size={16} />}
      onClick={() => (playing ? viewer.pause() : viewer.play())}
    />
  );
}

function Time({ viewer, times }: TimedProps) {
  const frame = useViewerState(viewer, (state) => state.frame ?? 0);
  return <span className={styles.time}>{playerTime(times.timeOf(frame))}</span>;
}

function SpeedMenu({ viewer }: ViewerProps) {
  const rate = useViewerState(viewer, (state) => state.rate);
  const value = RATES.find((known) => Number(known) === rate) ?? '1';
  return (
    <Menu
      side="top"
      trigger={
        <Button kind="quiet" aria-label={`Speed: ${rate}`}>
          {rate}×
        </Button>
      }
    >
      <MenuChoice
        value={value}
        onChange={(next) => viewer.setRate(Number(next))}
        options={RATES.map((known) => ({ value: known, label: `${known}×` }))}
      />
    </Menu>
  );
}

function MuteButton({ viewer }: ViewerProps) {
  const muted = useViewerState(viewer, (state) => state.muted);
  const label = muted ? 'Sound on' : 'Sound off';
  return (
    <IconButton
      label={label}
      shortcut="m"
      icon={muted ? <VolumeX size={16} /> : <Volume2 size={16} />}
      onClick={() => viewer.setMuted(!muted)}
    />
  );
}
