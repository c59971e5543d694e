import fc from 'fast-check';
import { expect } from 'vitest';
import { jsonPatchEdit } from './document-model.ts';
import { expectRefusal, keyRefusal, newestOf, pick, type Step, step, videoRefusal } from './model.ts';
import { settleEdit } from './outcome.ts';
import { changeLists } from './patches.ts';

/** Changes of a project, which name their base; sometimes with an Idempotency-Key, sometimes repeated. */
export const applyChanges: fc.Arbitrary<Step> = fc
  .record({
    key: fc.nat(20),
    video: fc.nat(20),
    base: fc.constantFrom(0, 0, 0, -1, 1),
    description: fc.option(fc.constantFrom('Slower', 'Title moved')),
    changes: changeLists,
    under: fc.option(fc.constantFrom('first', 'second')),
    again: fc.boolean(),
  })
  .map((given) =>
    step('apply changes', given, async (model, { api }) => {
      const key = pick(model.keys, given.key);
      const name = `${key.account} ${given.under}`;
      const kept = given.under === null ? undefined : model.kept.get(name);
      const video = given.again && kept ? kept.video : pick(model.videos, given.video);
      const { version } = newestOf(video);
      const baseRevision = Math.max(1, version + given.base);
      const { changes, description } = given;
      const fresh = { baseRevision, changes, ...(description !== null && { description }) };
      const body = given.again && kept ? kept.body : fresh;
      const answer = await api<unknown>('POST', `/api/v1/projects/${video.id}/changes`, {
        key: key.secret,
        json: body,
        headers: given.under === null ? {} : { 'Idempotency-Key': given.under },
      });
      const unasked = keyRefusal(key, 'project:edit');
      if (unasked !== null) return expectRefusal(answer, unasked);
      if (kept !== undefined) {
        const request = [video.id, body, key.projectIds];
        const same = JSON.stringify(request) === JSON.stringify([kept.video.id, kept.body, kept.projectIds]);
        if (!same) return expectRefusal(answer, [400, 'INVALID_PARAMETER']);
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: kept.status,
          body: kept.answer,
        });
        return;
      }
      if (given.under !== null) {
        const { status, body: first } = answer;
        model.kept.set(name, { video, body, projectIds: key.projectIds, status, answer: first });
      }
      const refused = videoRefusal(key, video);
      if (refused !== null) return expectRefusal(answer, refused);
      const success = { success: true, revision: version + 1, updatedAt: expect.stringMatching(/Z$/) };
      settleEdit(answer, video, jsonPatchEdit(changes), baseRevision - version, () => success, description);
    }),
  );
