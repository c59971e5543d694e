import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const ICONS = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

interface NoticeProps {
  kind?: keyof typeof ICONS;
  actions?: ReactNode;
  children: ReactNode;
}

/** A remark on what stands beside it; one of kind `danger` is announced. */
export function Notice({ kind = 'info', actions, children }: NoticeProps) {
  const Icon = ICONS[kind];
  return (
    <div
      className={kind === 'info' ? styles.notice : `${styles.notice} ${styles[kind]}`}
      role={kind === 'danger' ? 'alert' : undefined}
    >
      <Icon className={styles.icon} size={16} aria-hidden="true" />
      <div className={styles.text}>
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
