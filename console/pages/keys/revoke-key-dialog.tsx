import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeKey } from '../../../shared/contract/routes/console/keys.ts';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { AlertDialog } from '../../components/alert-dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toasts.tsx';
import { KEYS_KEY } from '../../queries/keys.ts';
import { useServices } from '../../services.ts';
import { LastUseSentence } from './last-used.tsx';

/** A key that was used so recently is probably in use: its name must be typed. */
const IN_USE_MS = 24 * 3600 * 1000;

interface RevokeKeyDialogProps {
  /** Null while no question is asked. */
  apiKey: ConsoleKey | null;
  onClose: () => void;
}

/** Asks before a key is revoked, by its name and its last use. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { client } = useServices();
  const queries = useQueryClient();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ id }: ConsoleKey) => {
      await client.call(revokeKey, { params: { keyId: id } });
      await queries.invalidateQueries({ queryKey: KEYS_KEY });
    },
    onSuccess: (_, { name }) => {
      close();
      toast({ title: 'Key revoked', description: name });
    },
  });
  const close = () => {
    reset();
    setTyped('');
    onClose();
  };
  const isInUse = apiKey?.lastUsedAt != null && Date.now() - Date.parse(apiKey.lastUsedAt) < IN_USE_MS;
  const isAgreed = !isPending && (!isInUse || typed === apiKey?.name);
  return (
    <AlertDialog
      open={apiKey !== null}
      onClose={close}
      title="Revoke this key?"
      action="Revoke key"
      busy={isPending}
      disabled={!isAgreed}
      onAction={() => apiKey && mutate(apiKey)}
    >
      <p>
        Programs with{' '}
        <strong>
          <bdi>{apiKey?.name}</bdi>
        </strong>{' '}
        are refused from their next request on. This cannot be undone.
      </p>
      <p>
        <LastUseSentence moment={apiKey?.lastUsedAt ?? null} />
      </p>
      {isInUse && (
        <TextField
          label="Its name"
          hint="The key seems to be in use: type its name to revoke it all the same."
          value={typed}
          onValueChange={setTyped}
          onKeyDown={({ key }) => key === 'Enter' && isAgreed && apiKey && mutate(apiKey)}
          autoComplete="off"
        />
      )}
      {error && <FailureNotice failure={error} what="The key was not revoked." />}
    </AlertDialog>
  );
}
