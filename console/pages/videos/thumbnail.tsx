import { Film } from 'lucide-react';
import { useState } from 'react';
import { duration } from '../../format.ts';
import type { VideoEntry } from '../../queries/videos.ts';
import styles from './thumbnail.module.css';

const withoutSignature = (address: string): string => address.split('?')[0] ?? '';

/** A picture of a video. Every read of the list signs its address again; the picture is loaded again only when it is another. */
export function Thumbnail({ video }: { video: VideoEntry }) {
  const [shown, setShown] = useState(video.thumbnail);
  const [broken, setBroken] = useState<string | null>(null);
  const isOther = withoutSignature(shown) !== withoutSignature(video.thumbnail);
  // An address that does not work any more is replaced by the newest one, once.
  if (shown !== video.thumbnail && (isOther || broken === shown)) setShown(video.thumbnail);
  return (
    <span className={styles.frame}>
      {shown === '' || broken === shown ? (
        <Film size={24} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          className={styles.picture}
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(shown)}
        />
      )}
      {video.duration > 0 && (
        <span className={styles.duration}>
          <span className="visually-hidden">Length </span>
          {duration(video.duration)}
        </span>
      )}
    </span>
  );
}
