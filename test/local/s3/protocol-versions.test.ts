/** What a restore relies on in S3: versions of objects and delete markers. See bucket-under-test.ts for what it runs against. */
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucketUnderTest } from './bucket-under-test.ts';
import { failure } from './fixture.ts';

const { s3, bucket: Bucket, put, get, bytes } = await bucketUnderTest();

beforeAll(async () => {
  await put('before/kept', 'unversioned');
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
});

const remove = (Key: string, VersionId?: string) =>
  s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));

/** The versions and markers below a prefix, each kind in the order of the list, in pages of the given size. */
async function history(Prefix: string, MaxKeys = 1000) {
  const found: { key: string; kind: 'version' | 'marker'; id: string; latest: boolean; size?: number }[] = [];
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, MaxKeys, ...marker }));
    const { Versions = [], DeleteMarkers = [] } = page;
    expect(Versions.length + DeleteMarkers.length).toBeLessThanOrEqual(MaxKeys);
    const listed = [
      ...Versions.map((version) => ({ ...version, kind: 'version' as const })),
      ...DeleteMarkers.map((version) => ({ ...version, Size: undefined, kind: 'marker' as const })),
    ];
    for (const { Key = '', VersionId = '', IsLatest = false, Size, kind } of listed) {
      found.push({
        key: Key,
        kind,
        id: VersionId,
        latest: IsLatest,
        ...(Size !== undefined && { size: Size }),
      });
    }
    if (page.IsTruncated !== true) return found;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

const kinds = (entries: Awaited<ReturnType<typeof history>>) =>
  entries.map(({ key, kind, latest }) => `${key} ${kind}${latest ? ' latest' : ''}`);

describe('in a versioned bucket', () => {
  test('a deleted object is not found, and is there again when its delete marker is removed', async () => {
    await put('deleted/a', 'content');
    await remove('deleted/a');
    expect(await failure(get('deleted/a'))).toMatchObject({ status: 404, code: 'NoSuchKey' });
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'deleted/' }));
    expect(Contents).toEqual([]);
    const entries = await history('deleted/');
    expect(kinds(entries)).toEqual(['deleted/a version', 'deleted/a marker latest']);
    await remove('deleted/a', entries[1]?.id);
    expect(String(await bytes('deleted/a'))).toBe('content');
    expect(kinds(await history('deleted/'))).toEqual(['deleted/a version latest']);
  });

  test('an object that was there before versioning is kept like others', async () => {
    await remove('before/kept');
    const [, marker] = await history('before/');
    await remove('before/kept', marker?.id);
    expect(String(await bytes('before/kept'))).toBe('unversioned');
  });

  test('each deletion puts a marker, of what is not there too; the object is back when all are gone', async () => {
    await put('twice/a', 'x');
    await remove('twice/a');
    await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'twice/a' }], Quiet: true } }),
    );
    const entries = await history('twice/');
    expect(kinds(entries)).toEqual(['twice/a version', 'twice/a marker latest', 'twice/a marker']);
    await remove('twice/a', entries[1]?.id);
    expect(await failure(get('twice/a'))).toMatchObject({ status: 404 });
    await remove('twice/a', entries[2]?.id);
    expect(String(await bytes('twice/a'))).toBe('x');
  });

  test('what is replaced is listed behind what replaced it', async () => {
    await put('replaced/a', 'one');
    await put('replaced/a', 'three');
    const entries = await history('replaced/');
    expect(entries.map(({ size, latest }) => ({ size, latest }))).toEqual([
      { size: 5, latest: true },
      { size: 3, latest: false },
    ]);
    expect(String(await bytes('replaced/a'))).toBe('three');
  });

  test('to remove a marker that is not the newest changes nothing for readers', async () => {
    await put('older/a', 'old');
    await remove('older/a');
    await put('older/a', 'new');
    const marker = (await history('older/')).find(({ kind }) => kind === 'marker');
    await remove('older/a', marker?.id);
    expect(String(await bytes('older/a'))).toBe('new');
    expect(kinds(await history('older/'))).toEqual(['older/a version latest', 'older/a version']);
  });

  test('a version that is not current is removed for good, and those beside it stay', async () => {
    await put('removed/a', 'one');
    await put('removed/a', 'two');
    await remove('removed/a');
    const [, first] = (await history('removed/')).filter(({ kind }) => kind === 'version');
    await remove('removed/a', first?.id);
    const entries = await history('removed/');
    expect(kinds(entries)).toEqual(['removed/a version', 'removed/a marker latest']);
    await remove('removed/a', entries[1]?.id);
    expect(String(await bytes('removed/a'))).toBe('two');
    expect(await failure(remove('removed/a', first?.id).then(() => get('removed/none')))).toMatchObject({
      status: 404,
    });
  });

  test('a list in pages names every version once, whatever page it begins', async () => {
    for (const key of ['pages/a', 'pages/b', 'pages/c']) {
      await put(key, '1');
      await put(key, '2');
      await remove(key);
    }
    const whole = await history('pages/');
    expect(whole).toHaveLength(9);
    const byId = (entries: typeof whole) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const size of [1, 2, 4]) expect(byId(await history('pages/', size))).toEqual(byId(whole));
  });
});
