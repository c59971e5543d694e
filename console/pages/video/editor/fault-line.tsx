import { CircleAlert, CircleCheck } from 'lucide-react';
import styles from './document-editor.module.css';
import type { Fault } from './documents/check-text.ts';

/** How many faults the text has, and the first of them; leads there. */
export function FaultLine({ faults, onGo }: { faults: readonly Fault[]; onGo: () => void }) {
  const [first] = faults;
  return (
    <div className={styles.faults}>
      <span className="visually-hidden" role="status">
        {first === undefined ? '' : `${faults.length} ${faults.length === 1 ? 'problem' : 'problems'}`}
      </span>
      {first === undefined ? (
        <span className={styles.fine}>
          <CircleCheck size={14} aria-hidden="true" /> No problems
        </span>
      ) : (
        <button type="button" className={styles.fault} onClick={onGo}>
          <CircleAlert size={14} aria-hidden="true" />
          <span className={styles.message} dir="auto">
            {faults.length === 1 ? '' : `${faults.length} problems: `}
            {first.message}
          </span>
        </button>
      )}
    </div>
  );
}
