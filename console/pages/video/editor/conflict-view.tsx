import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import styles from './conflict.module.css';
import { ConflictCard, type Decision } from './conflict-card.tsx';
import type { DocumentEditing, EditingState } from './document-editing.ts';
import type { Choice } from './documents/document-desk.ts';

interface ConflictViewProps {
  editing: DocumentEditing;
  state: EditingState;
}

/** What was edited here and by others, place by place; saving goes on when each is decided. */
export function ConflictView({ editing, state }: ConflictViewProps) {
  const { conflicts, theirVersion, version, phase, failure } = state;
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const decided = conflicts.filter(({ pointer }) => decisions.has(pointer)).length;

  const decide = (pointer: string, decision: Decision) =>
    setDecisions((before) => new Map([...before, [pointer, decision]]));
  const takeAll = (take: 'mine' | 'theirs') =>
    setDecisions(new Map(conflicts.map(({ pointer }) => [pointer, { take, edited: null }])));

  return (
    <section className={styles.view} aria-labelledby="conflict-title">
      <header className={styles.head}>
        <h2 id="conflict-title" ref={takeFocus} tabIndex={-1}>
          Version {theirVersion} was saved meanwhile
        </h2>
        <p className={styles.lead}>
          {conflicts.length === 1
            ? 'One place was changed there and by you'
            : `${conflicts.length} places were changed there and by you`}
          , since version {version}. Everything else is merged already.
        </p>
        <div className={styles.all}>
          <Button size="small" onClick={() => takeAll('mine')}>
            Keep all of mine
          </Button>
          <Button size="small" onClick={() => takeAll('theirs')}>
            Take all of theirs
          </Button>
        </div>
      </header>
      <ol className={styles.list}>
        {conflicts.map((conflict) => (
          <li key={conflict.pointer}>
            <ConflictCard
              conflict={conflict}
              theirVersion={theirVersion ?? 0}
              decision={decisions.get(conflict.pointer) ?? null}
              onDecide={(decision) => decide(conflict.pointer, decision)}
            />
          </li>
        ))}
      </ol>
      {failure !== null && (
        <FailureNotice failure={failure} what="The changes could not be saved; they are still here." />
      )}
      <footer className={styles.foot}>
        <p className={styles.count} role="status">
          {decided} of {conflicts.length} decided
        </p>
        <Button kind="quiet" disabled={phase === 'resolving'} onClick={() => void editing.backToText()}>
          Back to my text
        </Button>
        <Button
          kind="primary"
          disabled={decided < conflicts.length}
          busy={phase === 'resolving'}
          onClick={() => void editing.resolve(choicesOf(decisions))}
        >
          Save
        </Button>
      </footer>
    </section>
  );
}

/** The view takes the place of the editor, which had the focus. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

const choicesOf = (decisions: ReadonlyMap<string, Decision>): Record<string, Choice> =>
  Object.fromEntries(
    [...decisions].map(([pointer, { take, edited }]) => [
      pointer,
      take === 'edit' ? { edited: edited ?? '' } : { take },
    ]),
  );
