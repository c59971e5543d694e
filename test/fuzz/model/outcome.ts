import { expect } from 'vitest';
import type { ApiAnswer } from '../../support/api.ts';
import type { Edit } from './document-model.ts';
import { type Json, Refusal } from './json-edits.ts';
import { expectRefusal, newestOf, type Refused, type VideoState } from './model.ts';

const STATUS: Readonly<Record<string, number>> = { OBJECT_NOT_FOUND: 404, VERSION_CONFLICT: 409 };

const refusedAs = ({ code }: Refusal): Refused => [STATUS[code] ?? 400, code];

/**
 * What an edit comes to: the edited document, or how it is refused.
 * @param base the version it says that it is based on, counted from the newest; null where it says nothing
 */
export function outcomeOf(
  video: VideoState,
  edit: Edit,
  base: number | null,
): { refused: Refused; conflict: Json | null } | { refused: null; applied: ReturnType<Edit> } {
  const { version, document } = newestOf(video);
  const expected = version + (base ?? 0);
  const stale = base !== null && base !== 0;
  const conflict = { expected, current: version };
  try {
    const named = stale ? video.documents[expected - 1] : document;
    if (named !== undefined) {
      const applied = edit(named);
      if (!stale) return { refused: null, applied };
    }
    return { refused: [409, 'VERSION_CONFLICT'], conflict };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: refusedAs(error), conflict: null };
  }
}

/** Holds an answer against what the model says, and makes the edit there, too. */
export function settleEdit(
  answer: ApiAnswer<unknown>,
  video: VideoState,
  outcome: ReturnType<typeof outcomeOf>,
  success: Json,
  description: string | null,
): void {
  if (outcome.refused !== null) {
    expectRefusal(answer, outcome.refused);
    if (outcome.conflict !== null)
      expect(answer.body).toMatchObject({ error: { details: outcome.conflict } });
    return;
  }
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: success });
  video.documents.push(outcome.applied);
  video.descriptions.push(description);
  expect(answer.headers.get('etag')).toBe(`"${newestOf(video).version}"`);
}
