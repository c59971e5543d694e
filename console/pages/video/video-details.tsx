import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { byteSize, dateAndTime, duration } from '../../format.ts';
import { useServices } from '../../services.ts';
import { processingQuery } from './job/processing-query.ts';
import type { Video } from './video-data.ts';
import styles from './video-details.module.css';

/** Opens what is known of a video and its file. */
export function VideoDetails({ video }: { video: Video }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label="Video details"
        icon={<Info size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onClose={close}
        title="Video details"
        reading
        actions={<Button onClick={close}>Close</Button>}
      >
        <Facts video={video} />
      </Dialog>
    </>
  );
}

function Facts({ video }: { video: Video }) {
  const { id, name, width, height, fps, fileSize, createdAt, status } = video;
  const isProcessed = status === 'processed';
  const { data } = useQuery({ ...processingQuery(useServices(), id), enabled: isProcessed });
  const job = data?.job;
  return (
    <dl className={styles.facts}>
      <dt>ID</dt>
      <dd>
        <CopiedValue name="ID" text={id} />
      </dd>
      <dt>Name</dt>
      <dd>
        <CopiedValue name="name" text={name} />
      </dd>
      {isProcessed && (
        <>
          <dt>Duration</dt>
          <dd>
            <CopiedValue name="duration" text={duration(video.duration)} value={String(video.duration)} />
          </dd>
          <dt>Resolution</dt>
          <dd>
            <CopiedValue name="resolution" text={`${width} × ${height}`} value={`${width}x${height}`} />
          </dd>
          <dt>Frame rate</dt>
          <dd>
            <CopiedValue name="frame rate" text={`${Number(fps.toFixed(3))} fps`} value={String(fps)} />
          </dd>
        </>
      )}
      <dt>File size</dt>
      <dd>
        <CopiedValue name="file size" text={byteSize(fileSize)} value={String(fileSize)} />
      </dd>
      <dt>Uploaded</dt>
      <dd>
        <CopiedValue name="date" text={dateAndTime(createdAt)} value={createdAt} />
      </dd>
      {job && (
        <>
          <dt>Detector</dt>
          <dd>
            <CopiedValue name="detector" text={job.model} />
          </dd>
        </>
      )}
    </dl>
  );
}
