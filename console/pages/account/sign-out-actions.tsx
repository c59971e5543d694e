import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOutEverywhere } from '../../../shared/contract/routes/console/sessions.ts';
import { AlertDialog } from '../../components/alert-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { signOut, useServices } from '../../services.ts';
import styles from './account-page.module.css';

export function SignOutActions() {
  const services = useServices();
  const [isAsked, setAsked] = useState(false);
  const here = useMutation({ mutationFn: () => signOut(services) });
  const everywhere = useMutation({
    mutationFn: async () => {
      await services.client.call(signOutEverywhere);
      await signOut(services);
    },
  });
  return (
    <div className={styles.actions}>
      <Button busy={here.isPending} onClick={() => here.mutate()}>
        Sign out
      </Button>
      <Button onClick={() => setAsked(true)}>Sign out everywhere</Button>
      <AlertDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        busy={everywhere.isPending}
        onAction={() => everywhere.mutate()}
      >
        <p>Every session of yours ends, in this browser and in all others. API keys go on working.</p>
        {everywhere.error && <FailureNotice failure={everywhere.error} what="You are still signed in." />}
      </AlertDialog>
    </div>
  );
}
