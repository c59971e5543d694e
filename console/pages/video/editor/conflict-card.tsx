import { lazy, Suspense } from 'react';
import { RadioGroup } from '../../../components/radio-group.tsx';
import styles from './conflict.module.css';
import type { ShownConflict } from './documents/document-desk.ts';
import { Place } from './place.tsx';

const TextComparison = lazy(() =>
  import('./code/text-comparison.tsx').then((module) => ({ default: module.TextComparison })),
);

/** What takes the place of a conflict; `edited` is what was typed for it. */
export interface Decision {
  readonly take: 'mine' | 'theirs' | 'edit';
  readonly edited: string | null;
}

interface ConflictCardProps {
  conflict: ShownConflict;
  theirVersion: number;
  decision: Decision | null;
  onDecide: (decision: Decision) => void;
}

export function ConflictCard({ conflict, theirVersion, decision, onDecide }: ConflictCardProps) {
  const { place, kind, base, mine, theirs } = conflict;
  const edited = decision?.edited ?? mine ?? theirs ?? '';
  const options = [
    { value: 'mine', label: mine === null ? 'Mine: remove it' : 'Mine' },
    { value: 'theirs', label: theirs === null ? 'Theirs: remove it' : 'Theirs' },
    ...(kind === 'value' ? ([{ value: 'edit', label: 'Edit' }] as const) : []),
  ] as const;
  return (
    <article className={styles.card}>
      <h3 className={styles.place}>
        <Place steps={place} />
        {kind === 'order' && <span className={styles.kind}>order</span>}
      </h3>
      <div className={styles.values}>
        <Value title="Before" text={base} />
        <Value title="Mine" text={mine} chosen={decision?.take === 'mine'} />
        <Value title={`Theirs, version ${theirVersion}`} text={theirs} chosen={decision?.take === 'theirs'} />
      </div>
      <div className={styles.choice}>
        <RadioGroup<Decision['take'] | ''>
          legend="Saved values"
          inline
          value={decision?.take ?? ''}
          onChange={(take) => take !== '' && onDecide({ take, edited })}
          options={options}
        />
      </div>
      {decision?.take === 'edit' && (
        <Suspense fallback={null}>
          <TextComparison
            before={{ label: 'Theirs', text: theirs ?? '' }}
            after={{ label: 'The value to save', text: edited }}
            onEdit={(text) => onDecide({ take: 'edit', edited: text })}
          />
        </Suspense>
      )}
    </article>
  );
}

function Value({ title, text, chosen = false }: { title: string; text: string | null; chosen?: boolean }) {
  return (
    <figure className={chosen ? `${styles.value} ${styles.chosen}` : styles.value}>
      <figcaption className={styles.caption}>{title}</figcaption>
      {text === null ? (
        <p className={styles.none}>Not there</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <pre className={styles.text} dir="auto" tabIndex={0}>
          {text}
        </pre>
      )}
    </figure>
  );
}
