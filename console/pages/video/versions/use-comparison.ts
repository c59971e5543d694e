import { useCallback, useEffect, useRef, useState } from 'react';
import { startWorker } from '../../../start-worker.ts';
import type { DocumentSource } from '../editor/document-source.ts';
import workerAddress from '../editor/documents/comparison-worker.ts?worker&url';
import type {
  ComparedTexts,
  DocumentComparison,
  ShownComparison,
} from '../editor/documents/document-comparison.ts';
import { callsTo, type Remote } from '../editor/documents/worker-calls.ts';

type Outcome =
  | { readonly phase: 'comparing' }
  | { readonly phase: 'failed'; readonly failure: unknown }
  | { readonly phase: 'compared'; readonly comparison: ShownComparison };

const COMPARING: Outcome = { phase: 'comparing' };

/** Compares two versions of a document in a worker of its own, which holds them until others are compared. */
export function useComparison(source: DocumentSource, before: number, after: number) {
  const [outcome, setOutcome] = useState<Outcome>(COMPARING);
  const [attempt, setAttempt] = useState(0);
  const worker = useRef<Remote<DocumentComparison> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt compares the same again
  useEffect(() => {
    let current = true;
    const started = startWorker(workerAddress);
    const calls = callsTo<DocumentComparison>(started);
    worker.current = calls;
    setOutcome(COMPARING);
    Promise.all([source.read(before), source.read(after)])
      .then(([older, newer]) => calls.compare(older.bytes, newer.bytes))
      .then(
        (comparison) => current && setOutcome({ phase: 'compared', comparison }),
        (failure: unknown) => current && setOutcome({ phase: 'failed', failure }),
      );
    return () => {
      current = false;
      started.terminate();
    };
  }, [source, before, after, attempt]);

  const texts = useCallback(
    (): Promise<ComparedTexts | null> => worker.current?.texts() ?? Promise.resolve(null),
    [],
  );
  return { outcome, texts, retry: () => setAttempt((count) => count + 1) };
}
