import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { accountQuery } from '../../../queries/account.ts';
import { userStorage, useServices } from '../../../services.ts';
import { nameOf } from '../../../session/user-storage.ts';
import { type DraftMap, draftMapStore } from './draft-map.ts';

/** Drafts change with every key and every step of a drag. */
const WRITE_AFTER_MS = 300;

interface KeptDraftsOptions<Draft> {
  videoId: string;
  /** Names the drafts among those of the video. */
  kind: string;
  isDraft: (value: unknown) => value is Draft;
  /** Called when there were some from before. */
  onFound?: () => void;
}

/** Drafts that outlast tabs and reloads, in what the browser keeps for the person and the account. */
export function useKeptDrafts<Draft>({ videoId, kind, isDraft, onFound }: KeptDraftsOptions<Draft>) {
  const services = useServices();
  const { data: account } = useQuery(accountQuery(services));
  const accountId = account?.id;
  const store = useMemo(
    () =>
      accountId === undefined
        ? null
        : draftMapStore(userStorage(services), accountId, nameOf(kind, videoId), isDraft),
    [services, accountId, kind, videoId, isDraft],
  );
  const [drafts, setDrafts] = useState<DraftMap<Draft>>(new Map());
  const [isKept, setKept] = useState(true);
  const found = useRef(onFound);
  const pending = useRef<(() => void) | null>(null);

  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    if (store === null) return;
    const before = store.read();
    if (before.size === 0) return;
    // What was changed while the account was on its way is newer.
    setDrafts((now) => new Map([...before, ...now]));
    found.current?.();
  }, [store]);

  useEffect(() => {
    if (store === null) return;
    pending.current = () => {
      pending.current = null;
      setKept(store.write(drafts));
    };
    const timer = setTimeout(() => pending.current?.(), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [store, drafts]);
  useEffect(() => {
    const write = () => pending.current?.();
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);

  return { drafts, setDrafts, isKept };
}
