import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './toasts.module.css';

/** Results of what goes on elsewhere on the page, or on another. Errors of visible content stay beside it. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={6000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <span className={styles.icon} aria-hidden="true">
        {toast.type === 'error' ? <CircleAlert size={16} /> : <CircleCheck size={16} />}
      </span>
      <Toast.Content className={styles.text}>
        <Toast.Title className={styles.title} dir="auto" render={<p />} />
        <Toast.Description className={styles.description} dir="auto" />
      </Toast.Content>
      <Toast.Close className={styles.close} aria-label="Dismiss">
        <X size={14} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ));
}

/** @returns what shows a toast */
export function useToast(): (toast: { title: string; description?: string; error?: boolean }) => void {
  const { add } = Toast.useToastManager();
  return ({ title, description, error = false }) => {
    // The library hides a toast of high priority from assistive technology while its button can be focused.
    add({ title, ...(description !== undefined && { description }), type: error ? 'error' : 'success' });
  };
}
