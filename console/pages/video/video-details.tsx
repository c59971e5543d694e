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
      <Fact title="ID" text={id} />
      <Fact title="Name" copied="name" text={name} />
      {isProcessed && (
        <>
          <Fact
            title="Duration"
            copied="duration"
            text={duration(video.duration)}
            value={String(video.duration)}
          />
          <Fact
            title="Resolution"
            copied="resolution"
            text={`${width} × ${height}`}
            value={`${width}x${height}`}
          />
          <Fact
            title="Frame rate"
            copied="frame rate"
            text={`${Number(fps.toFixed(3))} fps`}
            value={String(fps)}
          />
        </>
      )}
      <Fact title="File size" copied="file size" text={byteSize(fileSize)} value={String(fileSize)} />
      <Fact title="Uploaded" copied="date" text={dateAndTime(createdAt)} value={createdAt} />
      {job && <Fact title="Detector" copied="detector" text={job.model} />}
    </dl>
  );
}

interface FactProps {
  title: string;
  /** How the button calls what it copies; default: as the title. */
  copied?: string;
  text: string;
  /** What is copied; default: the text. */
  value?: string;
}

function Fact({ title, copied = title, text, value = text }: FactProps) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <CopiedValue name={copied} text={text} value={value} />
      </dd>
    </>
  );
}
