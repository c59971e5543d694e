import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { apiOf, fileForm, jobOver, settled, upload, type VideoBody } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

const service = await startTestService();
const api = apiOf(service);
const file = path.join(await temporaryFolder('clips'), 'clip.mp4');
await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
const clip = new Uint8Array(await readFile(file));
const video = await upload(api, file);
await settled(api, video);

const uploadBytes = (bytes: Uint8Array<ArrayBuffer>, name = 'clip.mp4') =>
  api('POST', '/api/videos/upload', { form: fileForm(bytes, name) });

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

function expectError(
  answer: { status: number; body: ErrorBody },
  status: number,
  code: string,
  field?: string,
) {
  expect({ status: answer.status, ...answer.body.error }).toMatchObject({
    status,
    code,
    message: expect.any(String),
    ...(field === undefined ? {} : { field }),
  });
}

/** A copy of the clip with the given bytes written over every occurrence of a box type's payload position. */
function patched(type: string, offset: number, bytes: number[]): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(clip);
  for (let at = copy.indexOf(type); at !== -1; at = copy.indexOf(type, at + 4)) {
    copy.set(bytes, at + offset);
  }
  return new Uint8Array(copy);
}

describe('files that are no usable video', () => {
  test.each([
    ['text', () => bytesOf('hello, this is no video at all'.repeat(100))],
    ['an empty file', () => new Uint8Array()],
    ['a playlist disguised as MP4', () => bytesOf('#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/a.ts\n')],
    ['an AVI', () => bytesOf(`RIFF\0\0\0\0AVI LIST${'\0'.repeat(200)}`)],
  ])('%s is refused with UNSUPPORTED_FORMAT', async (_, bytes) => {
    expectError(await uploadBytes(bytes()), 400, 'UNSUPPORTED_FORMAT', 'file');
  });

  test('a file without a video track is refused with UNSUPPORTED_FORMAT', async () => {
    const audioOnly = patched('hdlr', 12, [...Buffer.from('soun')]);
    expectError(await uploadBytes(audioOnly), 400, 'UNSUPPORTED_FORMAT', 'file');
  });

  test('a codec that is not decoded is refused with UNSUPPORTED_FORMAT, naming it', async () => {
    const { status, body } = await uploadBytes(patched('avc1', 0, [...Buffer.from('mp4v')]));
    expect([status, body.error.code, body.error.field]).toEqual([400, 'UNSUPPORTED_FORMAT', 'file']);
    expect(body.error.message).toMatch(/MPEG-4 Part 2 \(mp4v\)/);
  });

  test('more boxes than any sane file has are refused with UNSUPPORTED_FORMAT', async () => {
    const head = Buffer.from('0000001066747970', 'hex');
    const boxes = Buffer.concat([
      head,
      Buffer.from('isom\0\0\0\0'),
      Buffer.alloc(5e6, Buffer.from('0000000866726565', 'hex')),
    ]);
    expectError(await uploadBytes(new Uint8Array(boxes)), 400, 'UNSUPPORTED_FORMAT', 'file');
  });

  test('the name of a file does not matter', async () => {
    expect((await uploadBytes(clip, 'holiday.txt')).status).toBe(201);
  });

  test.each([
    ['cut off before its tracks', () => clip.slice(0, 40), 'TRUNCATED'],
    ['cut off in the middle of its pictures', () => clip.slice(0, clip.length - 2000), 'TRUNCATED'],
  ])('a video %s ends failed with the reason', async (_, bytes, code) => {
    const { body } = await api<VideoBody>('POST', '/api/videos/upload', { form: fileForm(bytes()) });
    const { status, failure } = await settled(api, body.id);
    expect({ status, code: failure?.code }).toEqual({ status: 'failed', code });
    expect(failure?.message).toMatch(/\w/);
  });

  test('a file that says 0×0 pixels has the size of its pictures', async () => {
    const form = fileForm(patched('avc1', 28, [0, 0, 0, 0]));
    const { body } = await api<VideoBody>('POST', '/api/videos/upload', { form });
    const usual = await api<VideoBody>('POST', '/api/videos/upload', { form: fileForm(clip) });
    const { width, height } = await settled(api, usual.body.id);
    expect(await settled(api, body.id)).toMatchObject({ status: 'processed', width, height });
  });
});

describe('forms', () => {
  test('without a file', async () => {
    const form = new FormData();
    form.append('name', 'x');
    expectError(await api('POST', '/api/videos/upload', { form }), 400, 'MISSING_PARAMETER', 'file');
  });

  test('with two files', async () => {
    const form = fileForm(clip);
    form.append('file', new Blob([clip]), 'second.mp4');
    expectError(await api('POST', '/api/videos/upload', { form }), 400, 'INVALID_PARAMETER', 'file');
  });

  test('with a name that is too long', async () => {
    const answer = await api('POST', '/api/videos/upload', {
      form: fileForm(clip, 'a.mp4', { name: 'x'.repeat(256) }),
    });
    expectError(answer, 400, 'INVALID_PARAMETER', 'name');
    expect(answer.body.error.details).toMatchObject({ max: 255, provided: 256 });
  });

  test.each(['yes', 'on', ' true', 'truee', '2', 'null'])('with autoProcess %j', async (autoProcess) => {
    const form = fileForm(clip, 'a.mp4', { autoProcess });
    expectError(await api('POST', '/api/videos/upload', { form }), 400, 'INVALID_PARAMETER', 'autoProcess');
  });

  test('with a file in a part of another name', async () => {
    const form = new FormData();
    form.append('video', new Blob([clip]), 'clip.mp4');
    const answer = await api('POST', '/api/videos/upload', { form });
    expectError(answer, 400, 'INVALID_PARAMETER', 'video');
    expect(answer.body.error.message).toContain('"file"');
  });

  test('cut off before its end', async () => {
    const answer = await api('POST', '/api/videos/upload', {
      raw: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expectError(answer, 400, 'INVALID_PARAMETER', 'body');
  });

  test.each([
    ['a part that is no field', (part: string) => part.replace('form-data', 'attachment')],
    ['more parts than are read', (part: string) => part.repeat(30)],
  ])('with %s, and larger than one read', async (_, change) => {
    const part = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'a'.repeat(200_000)}\r\n`;
    const answer = await api('POST', '/api/videos/upload', {
      raw: `${change(part)}--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(answer.status).toBe(400);
  });

  test.each(['multipart/form-data', 'text/plain', 'application/json'])('sent as %s', async (type) => {
    const answer = await api('POST', '/api/videos/upload', { raw: 'x', headers: { 'Content-Type': type } });
    expect(answer.status).toBe(400);
  });

  test('larger than the limit', async () => {
    const answer = await uploadBytes(new Uint8Array(100 * 1024 * 1024 + 1));
    expectError(answer, 400, 'FILE_TOO_LARGE', 'file');
    expect(answer.body.error.details).toMatchObject({ max: 104857600, provided: 104857601 });
  });

  test('larger than what the gateway takes', async () => {
    expectError(await uploadBytes(new Uint8Array(102 * 1024 * 1024)), 400, 'FILE_TOO_LARGE');
  });
});

describe('JSON bodies', () => {
  const patch = (raw: string) =>
    api('PATCH', `/api/videos/${video}/metadata`, { raw, headers: { 'Content-Type': 'application/json' } });

  test.each([
    ['nested 5,000 deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'INVALID_PARAMETER'],
    ['a list nested 5,000 deep', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'INVALID_PARAMETER'],
    ['__proto__', '{"__proto__":{"polluted":true}}', 'INVALID_PARAMETER'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"polluted":true}}', 'INVALID_PARAMETER'],
    ['a __proto__ deep inside', '{"x":{"constructor":{"__proto__":{"polluted":true}}}}', 'INVALID_PARAMETER'],
    ['broken', '{"a":', 'INVALID_JSON'],
    ['empty', '', 'MISSING_PARAMETER'],
    ['a list', '[]', 'INVALID_PARAMETER'],
    ['null', 'null', 'INVALID_PARAMETER'],
    ['beyond doubles', '{"a":1e400}', 'INVALID_PARAMETER'],
    ['over 1 MB', JSON.stringify({ a: 'x'.repeat(1024 * 1024) }), 'INVALID_PARAMETER'],
    ['a read-only member', '{"schemaVersion":"9"}', 'READ_ONLY_FIELD'],
    ['layers that are no list', '{"layers":"x"}', 'INVALID_PARAMETER'],
  ])('%s', async (_, body, code) => {
    expectError(await patch(body), 400, code);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('none of these made a version', async () => {
    const { body } = await api<{ currentVersion: number }>('GET', `/api/videos/${video}/versions`);
    expect(body.currentVersion).toBe(1);
  });
});

describe('parameters', () => {
  test.each([
    ['page=0', 'page', { min: 1, provided: 0 }],
    ['pageSize=101', 'pageSize', { min: 1, max: 100, provided: 101 }],
  ])('?%s is out of range', async (query, field, details) => {
    const answer = await api('GET', `/api/videos?${query}`);
    expectError(answer, 400, 'INVALID_PARAMETER', field);
    expect(answer.body.error.details).toMatchObject(details);
  });

  test.each(['page=x', 'page=1.5', 'page=', 'page=1e3'])('?%s is no integer', async (query) => {
    expectError(await api('GET', `/api/videos?${query}`), 400, 'INVALID_PARAMETER', 'page');
  });

  test.each([
    [{ fps: 31 }, 'fps', { min: 1, max: 30, provided: 31 }],
    [{ fps: 0 }, 'fps', { min: 1, max: 30, provided: 0 }],
    [{ confidence: 1.1 }, 'confidence', { min: 0, max: 1, provided: 1.1 }],
  ])('processing with %j', async (json, field, details) => {
    const answer = await api('POST', `/api/videos/${video}/process`, { json });
    expectError(answer, 400, 'INVALID_PARAMETER', field);
    expect(answer.body.error.details).toEqual(details);
  });

  test('processing with a confidence nearer to zero than DynamoDB can store', async () => {
    const json = { confidence: 1e-300 };
    expect((await api('POST', `/api/videos/${video}/process`, { json })).status).toBe(201);
    await jobOver(api, video);
  });

  test('processing with enableClip where no CLIP model is installed says so', async () => {
    const json = { enableClip: true, labels: ['a red car'] };
    const answer = await api('POST', `/api/videos/${video}/process`, { json });
    expectError(answer, 400, 'INVALID_PARAMETER', 'enableClip');
    expect(answer.body.error.message).toBe(
      'No CLIP model is installed: "vms models clip" takes one that you have.',
    );
  });

  test('processing with an unknown label names the known ones', async () => {
    const answer = await api('POST', `/api/videos/${video}/process`, { json: { labels: ['unicorn'] } });
    expectError(answer, 400, 'INVALID_PARAMETER', 'labels');
    expect(answer.body.error.details).toEqual({ provided: 'unicorn', labels: ['object'] });
  });

  test('processing with a label that only the model knows that is not installed says how to get it', async () => {
    const answer = await api('POST', `/api/videos/${video}/process`, { json: { labels: ['person'] } });
    expectError(answer, 400, 'INVALID_PARAMETER', 'labels');
    expect(answer.body.error.message).toMatch(/yolox-nano-416.*"vms models pull"/);
    expect(answer.body.error.details).toEqual({ provided: 'person', labels: ['object'] });
  });

  test('an unknown export format', async () => {
    expectError(
      await api('GET', `/api/videos/${video}/export?format=avi`),
      400,
      'INVALID_PARAMETER',
      'format',
    );
  });
});

describe('names that JavaScript objects are born with', () => {
  test.each(['__proto__', 'constructor', 'toString'])('%s as a header is ignored', async (name) => {
    expect((await api('GET', '/api/v1/whoami', { headers: { [name]: '1' } })).status).toBe(200);
  });
});

test('If-Match is ignored where nothing can be based on a version', async () => {
  const headers = { 'If-Match': 'nonsense' };
  expect((await api('GET', '/api/v1/whoami', { headers })).status).toBe(200);
  expectError(await api('GET', '/api/nothing', { headers }), 404, 'ROUTE_NOT_FOUND');
});

describe('routes and ids', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['PUT', '/api/videos'],
    ['DELETE', '/api/videos'],
    ['GET', '/api/videos/upload/extra/parts'],
    ['GET', '/api/nothing/%ff'],
    ['GET', '/api/nothing?x=1&x=2'],
    ['GET', '/api/videos//metadata'],
  ])('%s %s is ROUTE_NOT_FOUND', async (method, target) => {
    expectError(await api(method, target), 404, 'ROUTE_NOT_FOUND');
  });

  test.each(['x', '00000000-0000-7000-8000-000000000000', '..%2f..%2fetc', '%00', 'a'.repeat(500), 'upload'])(
    'an odd id %j is VIDEO_NOT_FOUND or no route',
    async (id) => {
      const answer = await api('GET', `/api/videos/${id}`);
      expect(answer.status).toBe(404);
    },
  );
});
