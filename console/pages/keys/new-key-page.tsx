import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { createKey } from '../../../shared/contract/routes/console/keys.ts';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { KEYS_KEY } from '../../queries/keys.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { KeyForm } from './key-form.tsx';
import { type KeyFormValues, keyRequestOf, NEW_KEY } from './key-form-values.ts';
import { LostSecret } from './lost-secret.tsx';
import { ReplacementForm } from './replacement-form.tsx';
import { SecretStep } from './secret-step.tsx';

const route = getRouteApi('/framed/keys/new');

/** Creates a key, and shows its secret this once. The secret is in the state of this page and goes with it. */
export function NewKeyPage() {
  const { replaces } = route.useSearch();
  const { client } = useServices();
  const queries = useQueryClient();
  const [made, setMade] = useState<{ key: ConsoleKey; secret: string } | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: KeyFormValues) => client.call(createKey, { body: keyRequestOf(values, replaces) }),
    onSuccess: setMade,
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS_KEY }),
    // Otherwise the secret would stay in the memory of the library for a while.
    gcTime: 0,
  });
  if (made !== null) return <SecretStep apiKey={made.key} secret={made.secret} />;

  const form = {
    busy: isPending,
    onSubmit: (values: KeyFormValues) => mutate(values),
    outcome: error && <LostSecret failure={error} />,
  };
  return replaces === undefined ? (
    <Page title="Create key" back={{ to: '/keys', label: 'API keys' }}>
      <KeyForm initial={NEW_KEY} {...form} />
    </Page>
  ) : (
    <Page title="Replace key" back={{ to: '/keys', label: 'API keys' }}>
      <ReplacementForm replaces={replaces} {...form} />
    </Page>
  );
}
