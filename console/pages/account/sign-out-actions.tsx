import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOutEverywhere } from '../../../shared/contract/routes/console/sessions.ts';
import { AlertDialog } from '../../components/alert-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { signOut, userStorage, useServices } from '../../services.ts';
import { useSignOut } from '../../shell/use-sign-out.tsx';
import styles from './account-page.module.css';

export function SignOutActions() {
  const services = useServices();
  /** Whether something would be lost; null: not asked. */
  const [loses, setLoses] = useState<boolean | null>(null);
  const here = useSignOut();
  const everywhere = useMutation({
    mutationFn: async () => {
      await services.client.call(signOutEverywhere);
      await signOut(services);
    },
  });
  return (
    <div className={styles.actions}>
      <Button busy={here.isPending} onClick={here.signOut}>
        Sign out
      </Button>
      <Button onClick={() => setLoses(!userStorage(services).isEmpty)}>Sign out everywhere</Button>
      {here.question}
      <AlertDialog
        open={loses !== null}
        onClose={() => setLoses(null)}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        busy={everywhere.isPending}
        onAction={() => everywhere.mutate()}
      >
        <p>Every session of yours ends, in this browser and in all others. API keys go on working.</p>
        {loses && <p>Unsaved changes and incomplete uploads are lost.</p>}
        {everywhere.error && <FailureNotice failure={everywhere.error} what="You are still signed in." />}
      </AlertDialog>
    </div>
  );
}
