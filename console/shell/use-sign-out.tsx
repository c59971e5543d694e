import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AlertDialog } from '../components/alert-dialog.tsx';
import { signOut, userStorage, useServices } from '../services.ts';

/**
 * Signs out, after a question where something would be lost by it.
 * @returns `question`: to be rendered
 */
export function useSignOut() {
  const services = useServices();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useMutation({ mutationFn: () => signOut(services) });
  const ask = () => (userStorage(services).isEmpty ? mutate() : setAsked(true));
  const question = (
    <AlertDialog
      open={isAsked}
      onClose={() => setAsked(false)}
      title="Sign out and discard unsaved changes?"
      action="Sign out"
      busy={isPending}
      onAction={() => mutate()}
    >
      <p>
        This browser keeps unsaved changes and incomplete uploads until you sign out. Save or discard them
        first, or sign out without them.
      </p>
    </AlertDialog>
  );
  return { signOut: ask, isPending, question };
}
