import { useEffect, useState } from 'react';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TextComparison } from '../editor/code/text-comparison.tsx';
import type { ComparedTexts } from '../editor/documents/document-comparison.ts';

interface VersionTextsProps {
  before: number;
  after: number;
  /** The texts of both; null if they are too large. */
  texts: () => Promise<ComparedTexts | null>;
}

type Shown = { texts: ComparedTexts | null } | { failure: unknown };

/** Two versions as JSON, line by line. */
export function VersionTexts({ before, after, texts }: VersionTextsProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    texts().then(
      (found) => current && setShown({ texts: found }),
      (failure: unknown) => current && setShown({ failure }),
    );
    return () => {
      current = false;
    };
  }, [texts]);

  if (shown === null) return <Skeleton width={34} />;
  if ('failure' in shown)
    return <FailureNotice failure={shown.failure} what="The texts could not be compared." />;
  if (shown.texts === null) {
    return (
      <Notice>
        These versions are too large to be compared line by line. The changes are listed by place, and each
        version can be downloaded.
      </Notice>
    );
  }
  return (
    <>
      {shown.texts.reduced && <Notice>Only objects and sections that differ are shown.</Notice>}
      <TextComparison
        before={{ label: `Version ${before}`, text: shown.texts.before }}
        after={{ label: `Version ${after}`, text: shown.texts.after }}
      />
    </>
  );
}
