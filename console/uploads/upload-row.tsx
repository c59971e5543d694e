import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { reasonOf } from '../components/failure-notice.tsx';
import { Progress } from '../components/progress.tsx';
import { byteSize } from '../format.ts';
import type { VideoEntry } from '../queries/videos.ts';
import { useServices } from '../services.ts';
import { FailureReason } from '../videos/failure-reason.tsx';
import { chooseFiles } from './choose-files.ts';
import styles from './upload-tray.module.css';
import type { Upload, UploadPhase } from './uploads.ts';

interface UploadRowProps {
  upload: Upload;
  /** What became of the file, where it was sent and that is known. */
  video: VideoEntry | undefined;
}

export function UploadRow({ upload, video }: UploadRowProps) {
  const { key, name, size, phase, progress, id, failure } = upload;
  const isMoving = phase === 'checking' || phase === 'sending';
  return (
    <li className={styles.upload}>
      <span className={styles.name} dir="auto" title={name}>
        {phase === 'done' && id !== null ? (
          <Link to="/videos/$id" params={{ id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className={styles.actions}>
        <UploadActions upload={upload} />
      </span>
      {isMoving && (
        <div className={styles.bar}>
          <Progress
            label={name}
            labelHidden
            value={size === 0 ? null : progress / size}
            text={`${byteSize(progress)} of ${byteSize(size)}`}
          />
        </div>
      )}
      {phase === 'done' && video?.status === 'failed' ? (
        <span className={`${styles.state} ${styles.problem}`} role="alert">
          This file cannot be used. <FailureReason id={video.id} />
        </span>
      ) : (
        <span className={styles.state}>
          {STATES[phase](upload)}
          {phase === 'done' && video && OUTCOMES[video.status]}
        </span>
      )}
      {failure !== null && failure !== undefined && (
        <span className={`${styles.state} ${styles.problem}`} role="alert" key={`${key}-problem`}>
          {reasonOf(failure)}
        </span>
      )}
    </li>
  );
}

const percent = ({ progress, size }: Upload): string =>
  `${size === 0 ? 0 : Math.floor((progress / size) * 100)} %`;

const STATES: Record<UploadPhase, (upload: Upload) => string> = {
  waiting: () => 'Queued',
  checking: (upload) => `Reading the file, ${percent(upload)}`,
  sending: (upload) => `${byteSize(upload.progress)} of ${byteSize(upload.size)}`,
  offline: (upload) => `Waiting for the network, at ${percent(upload)}`,
  paused: (upload) => `Paused at ${percent(upload)}`,
  interrupted: () => 'Interrupted. Choose the same file again to go on.',
  leaving: () => 'Given up. What has arrived is being removed; offline as soon as the network is back.',
  elsewhere: () => 'Another tab is sending this file',
  done: ({ size }) => `Uploaded, ${byteSize(size)}`,
  failed: () => 'Not uploaded',
  refused: () => 'This file cannot be used, and was not uploaded.',
};

/** What follows on how much was sent. */
const OUTCOMES: Record<VideoEntry['status'], string> = {
  uploading: ', being examined',
  processing: ', being examined',
  processed: ', ready',
  failed: '',
};

function UploadActions({ upload: { key, name, phase } }: { upload: Upload }) {
  const { uploads } = useServices();
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <Button kind="quiet" size="small" square aria-label={`${label} ${name}`} icon={icon} onClick={onClick} />
  );
  const chooseAgain = async () => {
    const [file] = await chooseFiles({ multiple: false });
    if (file !== undefined) uploads.resumeWith(key, file);
  };
  const discard = button('Give up', <Trash2 size={14} />, () => uploads.discard(key));
  switch (phase) {
    case 'waiting':
    case 'checking':
    case 'sending':
    case 'offline':
      return (
        <>
          {button('Pause', <Pause size={14} />, () => uploads.pause(key))}
          {discard}
        </>
      );
    case 'paused':
      return (
        <>
          {button('Go on with', <Play size={14} />, () => uploads.resume(key))}
          {discard}
        </>
      );
    case 'failed':
    case 'elsewhere':
      return (
        <>
          {button('Try again', <RotateCw size={14} />, () => uploads.resume(key))}
          {phase === 'failed' ? discard : button('Dismiss', <X size={14} />, () => uploads.dismiss(key))}
        </>
      );
    case 'interrupted':
      return (
        <>
          <Button kind="secondary" size="small" onClick={chooseAgain}>
            Choose file
          </Button>
          {discard}
        </>
      );
    case 'leaving':
      return null;
    case 'done':
    case 'refused':
      return button('Dismiss', <X size={14} />, () => uploads.dismiss(key));
  }
}
