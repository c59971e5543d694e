import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/progress.tsx';
import { byteSize } from '../format.ts';
import { useServices } from '../services.ts';
import { bytesOf, countOpenQuestions, summaryOf } from './tray-summary.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './upload-tray.module.css';
import { useOutcomes } from './use-outcomes.ts';
import { useKeptUploads, useUploads, useWarningOnClose } from './use-uploads.ts';

/** Keeps its height in `--tray`, by which pages end above it, and what takes the focus comes to above it. */
function tellHeight(tray: HTMLElement) {
  const { style } = document.documentElement;
  const resizes = new ResizeObserver(() => style.setProperty('--tray', `${tray.offsetHeight}px`));
  resizes.observe(tray);
  return () => {
    resizes.disconnect();
    style.removeProperty('--tray');
  };
}

/** The uploads of this tab, in a corner of every page. */
export function UploadTray() {
  useKeptUploads();
  useWarningOnClose();
  const services = useServices();
  const uploads = useUploads();
  const outcomes = useOutcomes(uploads);
  const isNarrow = useMedia(NARROW);
  const questions = countOpenQuestions(uploads, outcomes);
  const [chosen, setChosen] = useState<{ folded: boolean; questions: number } | null>(null);
  if (uploads.length === 0) return null;
  // What the person chose holds until there is something else to be decided.
  const folded =
    chosen !== null && questions <= chosen.questions ? chosen.folded : isNarrow && questions === 0;
  const bytes = folded ? bytesOf(uploads) : null;
  return (
    <>
      <div className={styles.room} />
      <section
        ref={tellHeight}
        className={styles.tray}
        data-folded={folded || undefined}
        aria-label="Uploads"
      >
        <div className={styles.head}>
          <h2 className={styles.title} role="status">
            {summaryOf(uploads, outcomes)}
          </h2>
          {bytes && bytes.all > 0 && (
            <span className={styles.share} aria-hidden="true">
              {Math.floor((bytes.sent / bytes.all) * 100)} %
            </span>
          )}
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
              folded ? (
                <ChevronUp size={16} aria-hidden="true" />
              ) : (
                <ChevronDown size={16} aria-hidden="true" />
              )
            }
            onClick={() => setChosen({ folded: !folded, questions })}
          />
        </div>
        {bytes && (
          <div className={styles.whole}>
            <Progress
              label="All files"
              labelHidden
              value={bytes.all === 0 ? null : bytes.sent / bytes.all}
              text={`${byteSize(bytes.sent)} of ${byteSize(bytes.all)}`}
            />
          </div>
        )}
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
    </>
  );
}

/** Narrower than this the pages are listed at the bottom; style sheets have it, too. */
const NARROW = '(max-width: 899px)';

/** Whether a media query matches, as it does now. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
