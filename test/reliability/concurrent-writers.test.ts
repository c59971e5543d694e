import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/domain/json/json.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { injectWireFaults } from '../support/faults/wire-faults.ts';
import { withoutTurns } from '../support/faults/without-turns.ts';
import { versionsOf } from '../support/jobs/outcome.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

withoutTurns();

const WRITERS = 16;
const PATCHES = rounds(500, 5);
/** Share of the patches that name their base in the first attempt. */
const WITH_BASE = 0.15;
/** Entries that the writers compete for. */
const ENTRIES = 8;

const random = faultRandom();
const below = (limit: number): number => Math.floor(random() * limit);

const bench = await startWorkbench();
// Hard to compress, so that the section is an object in S3, which every patch reads and writes.
const ballast = { id: 'ballast', value: Array.from({ length: 1500 }, () => below(2 ** 32)).join() };
const id = await seedVideo(bench.environment, { parts: { variables: [ballast] } });
const counts = injectWireFaults({ lostReplies: 0.05, throttles: 0.05 }, random);

interface Entry extends JsonObject {
  id: string;
}

interface Patch {
  variables: (Entry & { $delete?: true })[];
  notes: Record<string, string | null>;
}

/** Entries and members that all writers change, add and remove, so that the order of the versions decides. */
function nextPatch(writer: number, number: number): Patch {
  const entry: Entry & { $delete?: true } = { id: `entry-${below(ENTRIES)}` };
  if (below(5) === 0) entry.$delete = true;
  else
    Object.assign(entry, { last: `${writer}/${number}`, [`by-${writer}`]: below(3) === 0 ? null : number });
  return {
    variables: [entry],
    notes: { [`note-${below(ENTRIES)}`]: below(4) === 0 ? null : `${writer}/${number}` },
  };
}

/** RFC 7396 for one level. */
function merge(target: JsonObject, patch: JsonObject): void {
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete target[name];
    else target[name] = value;
  }
}

/** Applies the patches to an empty document, one after the other. */
function replay(patches: readonly Patch[]): { variables: JsonObject[]; notes: JsonObject } {
  const variables = new Map<string, JsonObject>();
  const notes: JsonObject = {};
  for (const patch of patches) {
    for (const { $delete, ...entry } of patch.variables) {
      if ($delete) {
        variables.delete(entry.id);
        continue;
      }
      const known = variables.get(entry.id) ?? {};
      merge(known, entry);
      variables.set(entry.id, known);
    }
    merge(notes, patch.notes);
  }
  return { variables: [...variables.values()], notes };
}

test('16 writers on one video, with 5 % of replies lost and 5 % of calls throttled: each patch is one version, none refused without reason', {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  const { api } = bench;
  // Writers that lose every race give up after a while; the test must not depend on the speed of the machine.
  bench.stopTime();
  const target = `/api/videos/${id}/metadata`;
  const applied = new Map<number, Patch>();
  const refused: { expected: number; current: number }[] = [];

  const send = (patch: Patch, base: number | null) =>
    api<ErrorBody & { version: number }>('PATCH', target, {
      json: patch,
      headers: base === null ? {} : { 'If-Match': `"${base}"` },
    });

  const write = async (writer: number): Promise<void> => {
    let seen = 1;
    for (let number = 1; number <= PATCHES; number++) {
      const patch = nextPatch(writer, number);
      let base = random() < WITH_BASE ? seen : null;
      if (base !== null && below(2) === 0) base = (await versionsOf(api, id)).currentVersion;
      let answer = await send(patch, base);
      if (answer.status === 409 && base !== null) {
        refused.push(answer.body.error.details as { expected: number; current: number });
        answer = await send(patch, null);
      }
      expect([answer.status, answer.body]).toMatchObject([200, { version: expect.any(Number) }]);
      seen = answer.body.version;
      // No other writer got this version.
      expect(applied.has(seen)).toBe(false);
      applied.set(seen, patch);
    }
  };

  let writing = true;
  let reads = 0;
  const read = async (): Promise<void> => {
    let seen = 1;
    let listed = 1;
    while (writing) {
      const versions = await api<{ currentVersion: number }>('GET', `/api/videos/${id}/versions?limit=1`);
      const document = await api('GET', target);
      const project = await api<{ revision: number }>('GET', `/api/v1/projects/${id}`);
      const list = await api<{ projects: { revision: number }[] }>('GET', '/api/v1/projects');
      const etag = Number(document.headers.get('etag')?.replaceAll('"', ''));
      const course = [seen, versions.body.currentVersion, etag, project.body.revision];
      expect(course).toEqual(course.toSorted((a, b) => a - b));
      seen = project.body.revision;
      // The list's copy may lag behind, but it never goes back.
      const revision = list.body.projects[0]?.revision ?? 0;
      expect(revision).toBeGreaterThanOrEqual(listed);
      listed = revision;
      reads++;
    }
  };

  const reading = read();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  writing = false;
  await reading;

  const last = WRITERS * PATCHES + 1;
  expect(applied.size).toBe(last - 1);
  const { versions, currentVersion } = await versionsOf(api, id);
  expect(currentVersion).toBe(last);
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: last }, (_, i) => last - i));
  const inOrder = [...applied].toSorted(([a], [b]) => a - b);
  expect(inOrder.map(([version]) => version)).toEqual(Array.from({ length: last - 1 }, (_, i) => i + 2));

  const { body } = await api<{ variables: JsonObject[]; notes: JsonObject }>('GET', target);
  const { variables, notes } = replay(inOrder.map(([, patch]) => patch));
  expect(body.variables.slice(1)).toEqual(variables);
  expect(body.notes).toEqual(notes);

  // A base is stale when there is a version after it, which is another writer's, since each writer knows its own.
  for (const { expected, current } of refused) expect(current).toBeGreaterThan(expected);
  expect(refused.length).toBeGreaterThan(0);
  expect(Object.keys(counts.lost)).toEqual(expect.arrayContaining(['DynamoDBClient', 'S3Client']));
  expect(Object.keys(counts.throttled)).toEqual(expect.arrayContaining(['DynamoDBClient', 'S3Client']));
  console.info(
    `${applied.size} patches applied, ${refused.length} refused as stale, ${reads} readings; ${JSON.stringify(counts)}`,
  );
});
