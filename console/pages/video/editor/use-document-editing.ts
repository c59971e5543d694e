import { useEffect, useState, useSyncExternalStore } from 'react';
import { startWorker } from '../../../start-worker.ts';
import { DocumentEditing } from './document-editing.ts';
import type { DocumentSource } from './document-source.ts';
import type { DocumentDesk } from './documents/document-desk.ts';
import workerAddress from './documents/document-worker.ts?worker&url';
import { callsTo, type Remote } from './documents/worker-calls.ts';
import type { DraftStore } from './draft.ts';

interface EditingHandle {
  readonly editing: DocumentEditing;
  readonly desk: Remote<DocumentDesk>;
  readonly end: () => void;
}

/** The editing of a document for as long as a component is mounted, with a worker of its own. */
export function useDocumentEditing(
  source: DocumentSource,
  drafts: DraftStore,
  onSaved: (version: number) => void,
) {
  const [handle, setHandle] = useState<EditingHandle | null>(null);
  useEffect(() => {
    const opened = open(source, drafts, onSaved);
    setHandle(opened);
    void opened.editing.load();
    return opened.end;
  }, [source, drafts, onSaved]);

  const state = useSyncExternalStore(
    (listener) => handle?.editing.subscribe(listener) ?? (() => {}),
    () => handle?.editing.state ?? null,
  );
  return handle === null || state === null ? null : { ...handle, state };
}

function open(source: DocumentSource, drafts: DraftStore, onSaved: (version: number) => void): EditingHandle {
  const worker = startWorker(workerAddress);
  const desk = callsTo<DocumentDesk>(worker);
  const editing = new DocumentEditing({ source, desk, drafts, onSaved });
  return {
    desk,
    editing,
    end: () => {
      editing.keep();
      worker.terminate();
    },
  };
}
