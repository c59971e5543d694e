import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import type { PartReferences } from '../../../shared/stores/documents/document-parts.ts';
import {
  isTombstone,
  openVersions,
  type Version,
  type Versions,
} from '../../../shared/stores/documents/versions.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const HOUR = 60 * 60_000;

let versions: Versions;

beforeAll(async () => {
  versions = openVersions((await startWorkbench()).environment);
});

const newId = () => uuidv7(systemRuntime);

const versionOf = (videoId: string, version = 1, writeId = newId()): Version => ({
  videoId,
  version,
  writeId,
  createdAt: new Date().toISOString(),
  description: 'Edited',
  schemaVersion: '1.0',
  parts: {} as PartReferences,
});

async function tombstoneOf(videoId: string) {
  const newest = await versions.newest(videoId);
  if (!isTombstone(newest)) throw new Error('not deleted');
  return newest;
}

test('of many writers of one version exactly one commits it', async () => {
  const videoId = newId();
  const puts = await Promise.all(Array.from({ length: 8 }, () => versions.put(versionOf(videoId))));
  const [winner, ...others] = puts.filter((item) => item !== null);
  expect(others).toEqual([]);
  expect(await versions.newest(videoId)).toEqual(winner);
});

test('a write that is repeated finds its own version', async () => {
  const item = versionOf(newId());
  expect(await versions.put(item)).toEqual(item);
  expect(await versions.put(item)).toEqual(item);
  expect(await versions.findWrite(item.videoId, item.writeId, 1)).toEqual(item);
});

test('a deletion is no version of the write that made it', async () => {
  const videoId = newId();
  const writeId = newId();
  expect(await versions.putTombstone(videoId, newId(), writeId)).toBe(true);
  expect(await versions.findWrite(videoId, writeId, 1)).toBeNull();
});

test('a video is deleted once', async () => {
  const { videoId } = versionOf(newId());
  expect(await versions.putTombstone(videoId, newId(), newId())).toBe(true);
  expect(await versions.putTombstone(videoId, newId(), newId())).toBe(false);
  expect((await tombstoneOf(videoId)).version).toBe(1);
});

test('a deletion is asked about each version that it would be the next of, and can be refused', async () => {
  const { videoId } = versionOf(newId());
  await versions.put(versionOf(videoId, 1));
  const asked: unknown[] = [];
  const refuse = versions.putTombstone(videoId, newId(), newId(), (newest) => {
    asked.push(newest?.version);
    throw new Error('stale');
  });
  await expect(refuse).rejects.toThrow('stale');
  expect(asked).toEqual([1]);
  expect((await versions.newest(videoId))?.version).toBe(1);
});

test('what lies below a tombstone can be removed, and nothing of a video without one', async () => {
  const videoId = newId();
  const items = [versionOf(videoId, 1), versionOf(videoId, 2)];
  for (const item of items) await versions.put(item);
  await versions.deleteBelowTombstone(videoId);
  expect(await versions.list(videoId, {})).toHaveLength(2);
  await versions.putTombstone(videoId, newId(), newId());
  await versions.deleteBelowTombstone(videoId);
  expect(await versions.list(videoId, {})).toEqual([
    expect.objectContaining({ version: 3, tombstone: true }),
  ]);
});

test('tombstones come up for the sweeper until they are gone, and then not again', async () => {
  const videoId = newId();
  await versions.putTombstone(videoId, newId(), newId());
  const tombstone = await tombstoneOf(videoId);
  const due = async () => {
    const found: string[] = [];
    for await (const { videoId: id } of versions.dueTombstones(Date.now() + HOUR)) found.push(id);
    return found;
  };
  expect(await due()).toContain(videoId);
  await versions.postpone(tombstone, Date.now() + 2 * HOUR);
  expect(await due()).not.toContain(videoId);
  await versions.deleteTombstone(tombstone);
  await versions.postpone(tombstone, 0);
  expect(await versions.newest(videoId)).toBeNull();
});
