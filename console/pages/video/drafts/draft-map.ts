import type { UserStorage } from '../../../session/user-storage.ts';

/** Changes that are not saved yet, by what they are of. */
export type DraftMap<Draft> = ReadonlyMap<string, Draft>;

/** Keeps drafts of one kind and one video in the browser. */
interface DraftMapStore<Draft> {
  read(): DraftMap<Draft>;
  /** @returns whether there was room for them */
  write(drafts: DraftMap<Draft>): boolean;
}

/**
 * The drafts among what the browser keeps for a person.
 * @param name of the kind and the video
 * @param isDraft whether a value is such a draft: an earlier release may have kept other ones
 */
export function draftMapStore<Draft>(
  storage: Pick<UserStorage, 'read' | 'write' | 'remove'>,
  account: string,
  name: string,
  isDraft: (value: unknown) => value is Draft,
): DraftMapStore<Draft> {
  return {
    read() {
      const kept = JSON.parse(storage.read(account, name) ?? '{}') as Record<string, unknown>;
      return new Map(Object.entries(kept).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
    },
    write(drafts) {
      if (drafts.size === 0) {
        storage.remove(account, name);
        return true;
      }
      try {
        storage.write(account, name, JSON.stringify(Object.fromEntries(drafts)));
        return true;
      } catch {
        // Older ones would bring back what was changed since.
        storage.remove(account, name);
        return false;
      }
    },
  };
}

export function withDraft<Draft>(drafts: DraftMap<Draft>, key: string, draft: Draft): DraftMap<Draft> {
  return new Map(drafts).set(key, draft);
}

export function withoutDraft<Draft>(drafts: DraftMap<Draft>, key: string): DraftMap<Draft> {
  const rest = new Map(drafts);
  rest.delete(key);
  return rest;
}
