import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import type { VideoEntry } from '../queries/videos.ts';
import { useServices } from '../services.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './upload-tray.module.css';
import { isUnfinished, type Upload } from './uploads.ts';
import { useOutcomes } from './use-outcomes.ts';
import { useKeptUploads, useUploads, useWarningOnClose } from './use-uploads.ts';

/** The uploads of this tab, in a corner of every page. */
export function UploadTray() {
  useKeptUploads();
  useWarningOnClose();
  const services = useServices();
  const uploads = useUploads();
  const outcomes = useOutcomes(uploads);
  const [folded, setFolded] = useState(false);
  if (uploads.length === 0) return null;
  return (
    <section className={styles.tray} aria-label="Uploads">
      <div className={styles.head}>
        <h2 className={styles.title} role="status">
          {summaryOf(uploads, outcomes)}
        </h2>
        {uploads.some(({ phase }) => phase === 'done') && (
          <Button kind="quiet" size="small" onClick={() => services.uploads.dismissDone()}>
            Clear finished
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          square
          aria-expanded={!folded}
          aria-label={folded ? 'Show uploads' : 'Hide uploads'}
          icon={
            folded ? <ChevronUp size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />
          }
          onClick={() => setFolded(!folded)}
        />
      </div>
      {!folded && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              video={upload.id === null ? undefined : outcomes.get(upload.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function summaryOf(uploads: readonly Upload[], outcomes: ReadonlyMap<string, VideoEntry>): string {
  const busy = uploads.filter(isUnfinished);
  if (busy.some(({ phase }) => phase === 'offline')) return `Waiting for the network, ${files(busy.length)}`;
  if (busy.length > 0) return `Uploading ${files(busy.length)}`;
  const open = uploads.filter(({ phase }) => phase !== 'done').length;
  if (open > 0) return `${files(open)} not uploaded`;
  const unusable = uploads.filter(({ id }) => id !== null && outcomes.get(id)?.status === 'failed').length;
  if (unusable === 0) return `${files(uploads.length)} uploaded`;
  return `${unusable < uploads.length ? `${unusable} of ` : ''}${files(uploads.length)} cannot be used`;
}
