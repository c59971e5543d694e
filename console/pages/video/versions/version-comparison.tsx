import { lazy, Suspense, useState } from 'react';
import { isApiFailure } from '../../../../client/failure.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { DocumentGone } from '../editor/document-gone.tsx';
import type { DocumentSource } from '../editor/document-source.ts';
import type { ShownComparison } from '../editor/documents/document-comparison.ts';
import { ChangeList } from './change-list.tsx';
import { useComparison } from './use-comparison.ts';
import styles from './versions-tab.module.css';

const VersionTexts = lazy(() =>
  import('./version-texts.tsx').then((module) => ({ default: module.VersionTexts })),
);

interface VersionComparisonProps {
  source: DocumentSource;
  /** The older one. */
  before: number;
  after: number;
}

/** What differs between two versions: place by place, or line by line. */
export function VersionComparison({ source, before, after }: VersionComparisonProps) {
  const { outcome, texts, retry } = useComparison(source, before, after);
  const [view, setView] = useState<'places' | 'texts'>('places');

  if (outcome.phase === 'comparing') return <Comparing />;
  if (outcome.phase === 'failed') {
    const { failure } = outcome;
    if (isApiFailure(failure, 'VIDEO_NOT_FOUND')) return <DocumentGone text={null} />;
    return <FailureNotice failure={failure} what="The versions could not be compared." onRetry={retry} />;
  }
  const { comparison } = outcome;
  return (
    <>
      <p className={styles.count} role="status">
        {summaryOf(comparison)}
      </p>
      {comparison.count > 0 && (
        <Tabs
          label="How the changes are shown"
          value={view}
          onChange={setView}
          tabs={[
            {
              value: 'places',
              label: 'By place',
              content: (
                <div className={styles.view}>
                  <ChangeList comparison={comparison} />
                </div>
              ),
            },
            {
              value: 'texts',
              label: 'As text',
              content: (
                <div className={styles.view}>
                  <Suspense fallback={<Comparing />}>
                    <VersionTexts before={before} after={after} texts={texts} />
                  </Suspense>
                </div>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

function summaryOf({ changes, count }: ShownComparison): string {
  if (count === 0) return 'Both versions say the same.';
  const all = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`;
  if (count > changes.length) return all;
  const kinds = (['added', 'changed', 'removed', 'moved'] as const).flatMap((kind) => {
    const some = changes.filter((change) => change.kind === kind).length;
    return some === 0 ? [] : [`${some.toLocaleString('en')} ${kind}`];
  });
  return `${all}: ${kinds.join(', ')}`;
}

export const Comparing = () => (
  <div className={styles.waiting} role="status" aria-label="Comparing the versions">
    {[30, 22, 34].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
