import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Piece } from '../../../shared/kernel/bytes/piece.ts';
import { assembleObject } from '../../../shared/stores/files/assemble-object.ts';
import {
  type MediaFiles,
  type ObjectSource,
  openMediaFiles,
} from '../../../shared/stores/files/media-files.ts';
import { putStream } from '../../../shared/stores/files/put-stream.ts';
import { s3, s3WithoutChecksums } from '../../../shared/stores/files/s3.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';

const MIB = 1024 * 1024;
const SIZE = 12 * MIB;
const sourceKey = 'source';
const content = randomBytes(SIZE);

let files: MediaFiles;
let source: ObjectSource;

beforeAll(async () => {
  files = openMediaFiles((await startWorkbench()).environment);
  await files.put(sourceKey, content, 'video/mp4');
  const opened = await files.open(sourceKey);
  if (opened === null) throw new Error('the source is not there');
  source = opened;
});

/** Every command that is sent, and what happens to it instead. */
type Fault = (command: object) => Promise<never> | undefined;
const sent: object[] = [];
const faults = new Set<Fault>();
let answeredParts = 0;
let onAnswer = (): void => {};

beforeAll(() => {
  for (const client of [s3(), s3WithoutChecksums()]) {
    const send = client.send.bind(client) as (command: object) => Promise<unknown>;
    vi.spyOn(client, 'send').mockImplementation((async (command: object) => {
      sent.push(command);
      for (const fault of faults) await fault(command);
      const answer = await send(command);
      if (command instanceof UploadPartCopyCommand || command instanceof UploadPartCommand) answeredParts++;
      onAnswer();
      return answer;
    }) as never);
  }
});

afterEach(() => {
  faults.clear();
  sent.length = 0;
});

const countOf = (kind: new (...args: never[]) => object): number =>
  sent.filter((command) => command instanceof kind).length;

const PARTS = 4;

/** Two halves of the source, which are copied, and an end. */
const pieces = (end: string): Piece[] => [
  { copy: { start: 0, end: SIZE / 2 } },
  { bytes: randomBytes(5 * MIB).fill(end) },
  { copy: { start: SIZE / 2, end: SIZE } },
  { bytes: Buffer.from(end) },
];

const assemble = (targetKey: string, end = 'end') =>
  assembleObject(files, { sourceKey, source, targetKey, contentType: 'video/mp4', pieces: pieces(end) });

const expected = (end = 'end'): Buffer =>
  Buffer.concat(
    pieces(end).map((piece) =>
      'bytes' in piece ? piece.bytes : content.subarray(piece.copy.start, piece.copy.end),
    ),
  );

/** As Lambda's time limit: the second copy is never answered, and so nothing comes after it, no abort of the upload either. */
async function cutOff(targetKey: string): Promise<void> {
  let copies = 0;
  const others = Promise.withResolvers<void>();
  faults.add((command) =>
    command instanceof UploadPartCopyCommand && ++copies === 2 ? new Promise<never>(() => {}) : undefined,
  );
  onAnswer = () => {
    if (answeredParts === PARTS - 1) others.resolve();
  };
  answeredParts = 0;
  assemble(targetKey);
  await others.promise;
  faults.clear();
  sent.length = 0;
}

test('an object is the pieces one after the other, and nothing is left beside it', async () => {
  await assemble('whole');
  expect(Buffer.compare((await files.get('whole')) ?? Buffer.of(), expected())).toBe(0);
  expect(await files.get('whole.upload')).toBeNull();
});

test('the upload is opened without a checksum, and a part that arrives otherwise than it was sent is refused', async () => {
  await assemble('checked');
  const [opened] = sent.filter((command) => command instanceof CreateMultipartUploadCommand);
  expect(opened?.input).not.toHaveProperty('ChecksumAlgorithm');
  using _ = interceptCalls(({ command, input }, proceed) =>
    command === 'UploadPartCommand' ? proceed({ ...input, Body: 'other bytes' }) : proceed(),
  );
  await expect(assemble('spoilt')).rejects.toMatchObject({ name: 'BadDigest' });
});

test('all parts are on their way at once', async () => {
  const started = Promise.withResolvers<void>();
  let copies = 0;
  faults.add((command) => {
    if (command instanceof UploadPartCopyCommand && ++copies === 2) started.resolve();
    // None ends before all have begun.
    return command instanceof UploadPartCopyCommand ? (started.promise as Promise<never>) : undefined;
  });
  await assemble('parallel');
  expect(copies).toBe(2);
});

test('an interrupted upload continues with the missing parts', async () => {
  await cutOff('resumed');
  await assemble('resumed');
  expect(countOf(CreateMultipartUploadCommand)).toBe(0);
  expect([countOf(UploadPartCopyCommand), countOf(UploadPartCommand)]).toEqual([1, 0]);
  expect(Buffer.compare((await files.get('resumed')) ?? Buffer.of(), expected())).toBe(0);
  expect(await files.get('resumed.upload')).toBeNull();
});

test('parts of another content are not taken over', async () => {
  await cutOff('changed');
  await assemble('changed', 'fin');
  expect(countOf(CreateMultipartUploadCommand)).toBe(1);
  expect(Buffer.compare((await files.get('changed')) ?? Buffer.of(), expected('fin'))).toBe(0);
});

test('an upload that has ended meanwhile is started over', async () => {
  await cutOff('ended');
  for await (const { key, uploadId } of files.listUploads()) {
    if (key === 'ended') await files.abortUpload(key, uploadId);
  }
  await assemble('ended');
  expect(Buffer.compare((await files.get('ended')) ?? Buffer.of(), expected())).toBe(0);
});

test('two that go on with the same upload both succeed', async () => {
  await cutOff('shared');
  await Promise.all([assemble('shared'), assemble('shared')]);
  expect(Buffer.compare((await files.get('shared')) ?? Buffer.of(), expected())).toBe(0);
});

test('one that fails leaves the upload to another that goes on with it', async () => {
  await cutOff('left');
  const failed = Promise.withResolvers<void>();
  let copies = 0;
  faults.add((command) => {
    if (!(command instanceof UploadPartCopyCommand)) return undefined;
    // The first to copy fails; the second copies once that is over.
    return ++copies === 1 ? Promise.reject(new Error('no')) : (failed.promise as Promise<never>);
  });
  const outcomes = [assemble('left'), assemble('left')];
  await Promise.race(outcomes).catch(() => failed.resolve());
  const statuses = (await Promise.allSettled(outcomes)).map(({ status }) => status);
  expect(statuses.sort()).toEqual(['fulfilled', 'rejected']);
  expect(Buffer.compare((await files.get('left')) ?? Buffer.of(), expected())).toBe(0);
});

test('a failure makes no object, and leaves what has arrived to the next attempt', async () => {
  answeredParts = 0;
  const others = Promise.withResolvers<void>();
  onAnswer = () => {
    if (answeredParts === PARTS - 1) others.resolve();
  };
  let copies = 0;
  faults.add((command) =>
    command instanceof UploadPartCopyCommand && ++copies === 2
      ? others.promise.then(() => Promise.reject(new Error('no')))
      : undefined,
  );
  await expect(assemble('failed')).rejects.toThrow('no');
  expect(await files.size('failed')).toBeNull();
  sent.length = 0;
  await assemble('failed');
  expect([countOf(UploadPartCopyCommand), countOf(UploadPartCommand)]).toEqual([1, 0]);
  expect(Buffer.compare((await files.get('failed')) ?? Buffer.of(), expected())).toBe(0);
});

test('a stream that fails ends its upload', async () => {
  async function* broken() {
    yield randomBytes(9 * MIB);
    throw new Error('no');
  }
  await expect(putStream(files, 'streamed', broken(), 'application/json')).rejects.toThrow('no');
  expect(countOf(AbortMultipartUploadCommand)).toBe(1);
  expect(await files.size('streamed')).toBeNull();
});
