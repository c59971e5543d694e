import { nameOf } from '../../../session/user-storage.ts';
import type { EditedTexts } from './documents/document-desk.ts';

/** Texts that were edited and not saved. */
export interface Draft {
  /** The version of the document that they were made of. */
  readonly version: number;
  readonly texts: EditedTexts;
}

/** Keeps the draft of one document in the browser. */
export interface DraftStore {
  read(): Draft | null;
  /** @returns whether there was room for it */
  write(draft: Draft): boolean;
  remove(): void;
}

/** What keeps texts of a person, as `UserStorage` does. */
interface TextStorage {
  read(account: string, name: string): string | null;
  write(account: string, name: string, text: string): void;
  remove(account: string, name: string): void;
}

/** The draft of a video's document among what the browser keeps for a person. */
export function draftStore(storage: TextStorage, account: string, videoId: string): DraftStore {
  const name = nameOf('draft', videoId);
  return {
    read() {
      const text = storage.read(account, name);
      return text === null ? null : (JSON.parse(text) as Draft);
    },
    write(draft) {
      try {
        storage.write(account, name, JSON.stringify(draft));
        return true;
      } catch {
        // An older draft would bring back what was changed since.
        storage.remove(account, name);
        return false;
      }
    },
    remove: () => storage.remove(account, name),
  };
}
