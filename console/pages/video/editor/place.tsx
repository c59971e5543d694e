import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { PlaceStep } from './documents/place-name.ts';
import styles from './place.module.css';

/** Where in the document something is: names that users gave stand apart from what surrounds them, whatever their script. */
export function Place({ steps }: { steps: readonly PlaceStep[] }) {
  if (steps.length === 0) return <span className={styles.place}>The whole document</span>;
  return (
    <span className={styles.place}>
      {steps.map(({ text, given }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is where it is in the path
        <Fragment key={index}>
          {index > 0 && <ChevronRight className={styles.arrow} size={12} aria-label="," />}
          <bdi className={given ? styles.given : styles.member}>{text}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
