import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { ApiAnswer } from '../../support/service/api.ts';
import type { Edit } from './document-model.ts';
import { type Json, Refusal } from './json-edits.ts';
import { expectRefusal, newestOf, type Refused, type VideoState } from './model.ts';

const STATUS: Readonly<Record<string, number>> = { OBJECT_NOT_FOUND: 404, VERSION_CONFLICT: 409 };

const refusedAs = ({ code }: Refusal): Refused => [STATUS[code] ?? 400, code];

/**
 * The outcome of an edit: the edited document, or the refusal. A base that is not the newest version is a conflict
 * before the edit is applied.
 * @param base the version that the edit names, counted back from the newest; null if it names none
 */
function outcomeOf(
  video: VideoState,
  edit: Edit,
  base: number | null,
): { refused: Refused; stale: boolean } | { refused: null; applied: ReturnType<Edit> } {
  if (base !== null && base !== 0) return { refused: [409, 'VERSION_CONFLICT'], stale: true };
  try {
    return { refused: null, applied: edit(newestOf(video).document) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: refusedAs(error), stale: false };
  }
}

/** The values on the path of a pointer that has ids instead of indices. */
function along(document: unknown, pointer: string): unknown[] {
  let container = document;
  return pointer
    .split('/')
    .slice(1)
    .map((name) => {
      container = Array.isArray(container)
        ? container.find(({ id }) => id === name)
        : (container as Json | undefined)?.[name];
      return container;
    });
}

/** Whether two documents differ at a pointer, or in whether its path exists. */
function differAt(some: unknown, other: unknown, pointer: string): boolean {
  const [steps, others] = [along(some, pointer), along(other, pointer)];
  const comesOrGoes = steps.some((step, i) => (step === undefined) !== (others[i] === undefined));
  return comesOrGoes || !isDeepStrictEqual(steps.at(-1), others.at(-1));
}

/** Requires the two versions to be named, and only paths that differ between them. */
function expectConflict(answer: ApiAnswer<unknown>, video: VideoState, base: number): void {
  const { version, document } = newestOf(video);
  const { details } = (answer.body as { error: { details: Json & { conflictingPaths: string[] } } }).error;
  expect(details).toMatchObject({ expected: version + base, current: version });
  const named = video.documents[version + base - 1];
  for (const pointer of details.conflictingPaths) {
    expect(differAt(named, document, pointer), pointer).toBe(true);
  }
}

/** Compares an answer with the model, and applies the edit to it. */
export function settleEdit(
  answer: ApiAnswer<unknown>,
  video: VideoState,
  edit: Edit,
  base: number | null,
  success: (applied: ReturnType<Edit>) => Json,
  description: string | null,
): void {
  const outcome = outcomeOf(video, edit, base);
  if (outcome.refused !== null) {
    expectRefusal(answer, outcome.refused);
    if (outcome.stale) expectConflict(answer, video, base ?? 0);
    return;
  }
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: success(outcome.applied),
  });
  video.documents.push(outcome.applied);
  video.descriptions.push(description);
  expect(answer.headers.get('etag')).toBe(`"${newestOf(video).version}"`);
}
