import { useCallback } from 'react';
import { withDraft, withoutDraft } from '../drafts/draft-map.ts';
import { useKeptDrafts } from '../drafts/use-kept-drafts.ts';

/** The fields of an object that take text. */
const FIELDS = ['name', 'data'] as const;
type TextFieldName = (typeof FIELDS)[number];

/** What was typed into a field and is not saved yet. */
export interface TypedText {
  /** Null where it says what is saved. */
  readonly text: string | null;
  readonly change: (text: string, saved: string) => void;
  readonly drop: () => void;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const keyOf = (objectId: string, field: TextFieldName): string => `${field} ${objectId}`;

/** The texts that were typed into the fields of objects and not saved yet. They outlast tabs, selections and reloads. */
export function useTypedTexts(videoId: string) {
  const { drafts, setDrafts } = useKeptDrafts({ videoId, kind: 'object texts', isDraft: isText });
  const of = useCallback(
    (objectId: string, field: TextFieldName): TypedText => {
      const key = keyOf(objectId, field);
      const drop = () => setDrafts((before) => withoutDraft(before, key));
      return {
        text: drafts.get(key) ?? null,
        change: (text, saved) =>
          text === saved ? drop() : setDrafts((before) => withDraft(before, key, text)),
        drop,
      };
    },
    [drafts, setDrafts],
  );
  /** Whether something of the object is not saved. */
  const isTyped = (objectId: string): boolean => FIELDS.some((field) => drafts.has(keyOf(objectId, field)));
  return { of, isTyped };
}

export type TypedTexts = ReturnType<typeof useTypedTexts>;
