import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { accountQuery } from '../queries/account.ts';
import { userStorage, useServices } from '../services.ts';
import { KeptUploads } from './kept-uploads.ts';
import { isUnfinished, type Upload } from './uploads.ts';

/** The uploads of this tab. */
export function useUploads(): readonly Upload[] {
  const { uploads } = useServices();
  return useSyncExternalStore(
    (listener) => uploads.subscribe(listener),
    () => uploads.list,
  );
}

/** Lists what was being uploaded before the page was loaded, as soon as the account is known. */
export function useKeptUploads(): void {
  const services = useServices();
  const { data: account } = useQuery(accountQuery(services));
  useEffect(() => {
    if (account) services.uploads.restore(new KeptUploads(userStorage(services), account.id));
  }, [services, account]);
}

/** Has the browser ask before the page is closed while something is being uploaded. */
export function useWarningOnClose(): void {
  const { uploads } = useServices();
  const isBusy = useUploads().some(isUnfinished);
  useEffect(() => {
    if (!isBusy) return;
    // As they are then: who has signed out was asked, and nothing is uploaded any more.
    const ask = (event: BeforeUnloadEvent) => uploads.list.some(isUnfinished) && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy, uploads]);
}
