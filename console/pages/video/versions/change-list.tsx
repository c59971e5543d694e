import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import type { ShownChange, ShownComparison } from '../editor/documents/document-comparison.ts';
import { Place } from '../editor/place.tsx';
import styles from './change-list.module.css';

/** Changes that are put into the page at once. */
const STEP = 100;

const KINDS = {
  added: { word: 'Added', tone: 'success' },
  changed: { word: 'Changed', tone: 'warning' },
  removed: { word: 'Removed', tone: 'danger' },
  moved: { word: 'Moved', tone: 'neutral' },
} as const;

/** What differs between two versions, place by place. */
export function ChangeList({ comparison: { changes, count } }: { comparison: ShownComparison }) {
  const [most, setMost] = useState(STEP);
  const shown = changes.slice(0, most);
  const left = changes.length - shown.length;
  return (
    <>
      <ol className={styles.list}>
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once
          <li key={index} className={styles.change}>
            <p className={styles.place}>
              <Chip tone={KINDS[change.kind].tone}>{KINDS[change.kind].word}</Chip>
              <Place steps={change.place} />
            </p>
            <Values {...change} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button size="small" onClick={() => setMost(most + STEP)}>
          Show {Math.min(STEP, left)} more of {left.toLocaleString('en')}
        </Button>
      )}
      {count > changes.length && left === 0 && (
        <p className={styles.more}>
          {(count - changes.length).toLocaleString('en')} further changes are not listed. Download both
          versions to compare all of them.
        </p>
      )}
    </>
  );
}

const Values = ({ before, after }: Pick<ShownChange, 'before' | 'after'>) => (
  <div className={styles.values}>
    {before !== null && (
      <p className={styles.before}>
        <span className={styles.sign} role="img" aria-label="Before:">
          −
        </span>
        <del className={styles.value} dir="auto">
          {before}
        </del>
      </p>
    )}
    {after !== null && (
      <p className={styles.after}>
        <span className={styles.sign} role="img" aria-label="After:">
          +
        </span>
        <ins className={styles.value} dir="auto">
          {after}
        </ins>
      </p>
    )}
  </div>
);
