import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** It is there to be read: as wide as it helps, and the focus begins at its top. */
  reading?: boolean;
  /** Buttons, the one that goes on last. */
  actions: ReactNode;
  children: ReactNode;
}

/** A task in a layer of its own; on a phone at the lower edge. */
export function Dialog({ open, onClose, title, reading = false, actions, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Viewport className={styles.viewport}>
          <BaseDialog.Popup
            ref={popup}
            className={reading ? `${styles.popup} ${styles.wide}` : styles.popup}
            {...(reading && { initialFocus: popup })}
          >
            <BaseDialog.Title className={styles.title} dir="auto">
              {title}
            </BaseDialog.Title>
            <div className={styles.content}>{children}</div>
            <div className={styles.actions}>{actions}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
