import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AlertDialog } from '../components/alert-dialog.tsx';
import { signOut, userStorage, useServices } from '../services.ts';
import { useUnsaved } from './leave-question.tsx';

/**
 * Signs out, after a question where something would be lost by it.
 * @returns `question`: to be rendered
 */
export function useSignOut() {
  const services = useServices();
  const unsaved = useUnsaved();
  const [isAsked, setAsked] = useState(false);
  const [lost, setLost] = useState({ onPage: '', isKept: false });
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      // What was agreed to is not asked again when the document goes.
      unsaved.giveUp();
      return signOut(services);
    },
  });
  const ask = () => {
    const onPage = unsaved
      .list()
      .map(({ what }) => what)
      .join(' ');
    const isKept = !userStorage(services).isEmpty;
    if (!isKept && onPage === '') return mutate();
    setLost({ onPage, isKept });
    setAsked(true);
  };
  const question = (
    <AlertDialog
      open={isAsked}
      onClose={() => setAsked(false)}
      title="Sign out and discard unsaved changes?"
      action="Sign out"
      busy={isPending}
      onAction={() => mutate()}
    >
      {lost.onPage !== '' && <p>{lost.onPage}</p>}
      {lost.isKept && (
        <p>
          This browser keeps unsaved changes and incomplete uploads until you sign out. Save or discard them
          first, or sign out without them.
        </p>
      )}
    </AlertDialog>
  );
  return { signOut: ask, isPending, question };
}
