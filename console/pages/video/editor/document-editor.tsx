import { FileClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { isApiFailure } from '../../../../client/failure.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { mayBeTriedAgain } from '../missing-video.ts';
import type { EditorCommands } from './code/json-editor.tsx';
import { ConflictView } from './conflict-view.tsx';
import styles from './document-editor.module.css';
import { DocumentGone } from './document-gone.tsx';
import type { DocumentSource } from './document-source.ts';
import type { Fault } from './documents/check-text.ts';
import type { DraftStore } from './draft.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { FaultLine } from './fault-line.tsx';
import { useDocumentEditing } from './use-document-editing.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const JsonEditor = lazy(() =>
  import('./code/json-editor.tsx').then((module) => ({ default: module.JsonEditor })),
);

interface DocumentEditorProps {
  /** These three must stay the same while the document is edited. */
  source: DocumentSource;
  drafts: DraftStore;
  onSaved: (version: number) => void;
  /** The video is known to be deleted: drafts of it are not kept any more. */
  isGone?: boolean;
}

/** The document as JSON: edited, saved with the version that it was read at, and merged with what others saved meanwhile. */
export function DocumentEditor({ source, drafts, onSaved, isGone = false }: DocumentEditorProps) {
  const handle = useDocumentEditing(source, drafts, onSaved);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [commands, setCommands] = useState<EditorCommands | null>(null);
  const isDirty = (handle?.state.edited.size ?? 0) > 0;
  const draftLost = handle?.state.draftLost ?? false;
  const hasGone = isGone || isApiFailure(handle?.state.failure, 'VIDEO_NOT_FOUND');
  useLeaveGuard(isDirty, {
    what: 'Your changes to the JSON',
    lost: hasGone
      ? 'The video was deleted: what you typed is lost.'
      : draftLost
        ? 'This browser has no room for a draft: what you typed is lost.'
        : null,
    tabsKeep: !draftLost && !hasGone,
  });

  if (handle === null || handle.state.phase === 'loading') return <LoadingEditor />;
  const { editing, desk, state } = handle;
  const { phase, failure } = state;

  if (phase === 'failed') {
    if (isApiFailure(failure, 'VIDEO_NOT_READY')) return <NoDocument onRetry={() => editing.load()} />;
    if (isApiFailure(failure, 'VIDEO_NOT_FOUND')) return <DocumentGone text={null} />;
    return (
      <FailureNotice
        failure={failure}
        what="The document could not be loaded."
        onRetry={() => editing.load()}
      />
    );
  }
  if (phase === 'conflict' || phase === 'resolving') {
    return (
      <ConflictView key={`${state.theirVersion} ${state.conflicts.length}`} editing={editing} state={state} />
    );
  }
  return (
    <section className={styles.pane} aria-label="Document as JSON">
      <EditorToolbar editing={editing} state={state} onFind={commands?.find ?? null} />
      {failure !== null &&
        (isApiFailure(failure, 'VIDEO_NOT_FOUND') ? (
          <DocumentGone text={() => editing.textOf(state.section)} />
        ) : (
          <FailureNotice
            failure={failure}
            what="The changes could not be saved; they are still here."
            {...(mayBeTriedAgain(failure) && !isUnreadable(failure) && { onRetry: () => editing.save() })}
          />
        ))}
      {state.draftLost && (
        <Notice kind="warning">
          This browser has no room for a draft: unsaved changes are lost when the page is closed.
        </Notice>
      )}
      <Suspense fallback={<LoadingEditor />}>
        <JsonEditor
          label={state.sections.find(({ key }) => key === state.section)?.label ?? 'Document'}
          text={state.text}
          textCount={state.textCount}
          readOnly={phase !== 'editing'}
          onEdit={(text) => editing.edit(state.section, text)}
          check={(text) => desk.check(state.section, text)}
          onFaults={setFaults}
          onSave={() => void editing.save()}
          onCommands={setCommands}
        />
      </Suspense>
      <FaultLine faults={faults} onGo={() => commands?.goToFault()} />
    </section>
  );
}

/** The text is no JSON object: the worker that reads it says so by the name of its error. */
const isUnreadable = (failure: unknown): boolean =>
  failure instanceof Error && failure.name === 'UnreadableText';

export const LoadingEditor = () => (
  <div className={styles.loading} role="status" aria-label="Loading the document">
    {[24, 38, 31, 44, 28].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);

function NoDocument({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<FileClock size={20} />}
      title="No document yet"
      actions={<Button onClick={onRetry}>Reload</Button>}
    >
      The document is made when the video has been uploaded and read.
    </EmptyState>
  );
}
