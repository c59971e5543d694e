import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface AlertDialogProps {
  open: boolean;
  /** Without it the question cannot be put aside. */
  onClose?: () => void;
  title: string;
  /** What happens, as a verb with its object: "Delete video". */
  action: string;
  onAction: () => void;
  kind?: 'danger' | 'primary';
  busy?: boolean;
  /** The action cannot be asked for yet. */
  disabled?: boolean;
  children: ReactNode;
}

/** A question that must be answered before anything else. The focus begins where nothing is lost. */
export function AlertDialog({
  open,
  onClose,
  title,
  action,
  onAction,
  kind = 'danger',
  busy = false,
  disabled = false,
  children,
}: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => next || onClose?.()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={styles.backdrop} />
        <BaseAlertDialog.Viewport className={styles.viewport}>
          <BaseAlertDialog.Popup className={styles.popup} {...(onClose && { initialFocus: cancel })}>
            <BaseAlertDialog.Title className={styles.title} dir="auto">
              {title}
            </BaseAlertDialog.Title>
            <BaseAlertDialog.Description render={<div />} className={styles.content}>
              {children}
            </BaseAlertDialog.Description>
            <div className={styles.actions}>
              {onClose && (
                <Button ref={cancel} onClick={onClose}>
                  Cancel
                </Button>
              )}
              <Button kind={kind} busy={busy} disabled={disabled} onClick={onAction}>
                {action}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
