import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { exchange, type RawAnswer } from '../fuzz/requests/exchange.ts';
import { apiOf } from '../support/service/api.ts';
import { rawConnection } from '../support/service/raw-http.ts';
import { startTestService, type TestService } from '../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

let service: TestService;
let video: string;

beforeAll(async () => {
  service = await startTestService({ worker: false });
  video = await seedVideo(service, { account: 'demo', parts: trackedCars(['car1']) });
});

type Headers = [name: string, value: string][];

/** As it is written, byte by byte; `{id}` is the video. */
function send(method: string, target: string, headers: Headers = [], body: string | null = null) {
  const key: Headers = [['Authorization', `Bearer ${service.apiKey}`]];
  const request = { method, target: target.replace('{id}', video), headers: [...key, ...headers], body };
  return exchange(service.apiUrl, request);
}

const errorOf = ({ status, body }: RawAnswer) => ({ status, ...(JSON.parse(body) as ErrorBody).error });

const METADATA = '/api/videos/{id}/metadata';
const JSON_TYPE: Headers[number] = ['Content-Type', 'application/json'];

/** Bytes that are no UTF-8: a lone byte, an overlong form, half of a surrogate pair, and a text that is cut off. */
const NOT_UTF8 = ['\xff', '\xc0\xaf', '\xed\xa0\x80', '\xe2\x82'];

describe('text that is not UTF-8 is refused:', () => {
  test.each(NOT_UTF8)('in a JSON body (%j)', async (bytes) => {
    const answer = await send('PATCH', METADATA, [JSON_TYPE], `{"extra":"${bytes}"}`);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_JSON', field: 'body' });
  });

  test.each(NOT_UTF8)('in the name of a member (%j)', async (bytes) => {
    const answer = await send('PATCH', METADATA, [JSON_TYPE], `{"${bytes}":1}`);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_JSON', field: 'body' });
  });

  const part = (disposition: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const file = part('name="file"; filename="a.mp4"', 'x');

  test.each([
    ['in a form field', part('name="name"', 'caf\xe9') + file, 'name'],
    ['in the name of a field', part('name="caf\xe9"', 'x') + file, 'body'],
    ['in the name of a file', part('name="file"; filename="caf\xe9.mp4"', 'x'), 'file'],
    ['in its encoded name', part('name="file"; filename*=UTF-8\'\'caf%E9.mp4', 'x'), 'file'],
  ])('%s', async (_, parts, field) => {
    const type: Headers[number] = ['Content-Type', 'multipart/form-data; boundary=b'];
    const answer = await send('POST', '/api/videos/upload', [type], `${parts}--b--\r\n`);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', field });
  });

  test.each(['%ff', '%C0%AF', '%ed%a0%80', '%e2%82', '%', '%zz'])('in a path: %s', async (id) => {
    for (const [method, target, field] of [
      ['GET', `/api/videos/${id}`, 'id'],
      ['GET', `/api/videos/${id}/metadata`, 'id'],
      ['DELETE', `/api/videos/${id}`, 'id'],
      ['GET', `/api/v1/projects/${id}`, 'videoId'],
      ['DELETE', `/api/videos/{id}/objects/${id}`, 'objectId'],
    ] as const) {
      expect(errorOf(await send(method, target))).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        field,
      });
    }
  });

  test('nothing of it was stored', async () => {
    const { body } = await apiOf(service)<{ currentVersion: number }>('GET', `/api/videos/${video}/versions`);
    expect(body.currentVersion).toBe(1);
  });
});

describe('a body that is not sent as it is, in UTF-8, is refused:', () => {
  const FORM = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n`;
  const REQUESTS: [method: string, target: string, type: string, body: string][] = [
    ['PATCH', METADATA, 'application/json', '{"extra":1}'],
    ['POST', '/api/videos/{id}/process/cancel', 'application/json', '{}'],
    ['POST', '/api/videos/upload', 'application/json', '{"fileName":"a.mp4","fileSize":1}'],
    ['POST', '/api/videos/upload', 'multipart/form-data; boundary=b', FORM],
  ];

  test.each(REQUESTS)('%s %s as %s', async (method, target, type, body) => {
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const headers: Headers = [
        ['Content-Type', type],
        ['Content-Encoding', coding],
      ];
      expect(errorOf(await send(method, target, headers, body))).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        field: 'Content-Encoding',
      });
    }
    for (const charset of ['iso-8859-1', '"UTF-16"', 'utf-8; charset=latin1', '""']) {
      const headers: Headers = [['Content-Type', `${type}; Charset=${charset}`]];
      expect(errorOf(await send(method, target, headers, body))).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        field: 'Content-Type',
      });
    }
  });

  test('what is compressed on its way, in chunks, too', async () => {
    const connection = await rawConnection(service.apiUrl);
    const headers = [
      'Host: localhost',
      `Authorization: Bearer ${service.apiKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: gzip, chunked',
      'Connection: close',
    ];
    const target = METADATA.replace('{id}', video);
    const chunk = '{"extra":1}';
    await connection.send(
      `PATCH ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    );
    const { status, body } = await connection.answer();
    expect([status, (JSON.parse(body) as ErrorBody).error]).toEqual([
      400,
      expect.objectContaining({ code: 'INVALID_PARAMETER', field: 'Transfer-Encoding' }),
    ]);
    connection.socket.destroy();
  });

  test('nothing came of it, and what says that it is UTF-8 is read', async () => {
    for (const charset of ['utf-8', '"UTF-8"', 'utf8', 'us-ascii']) {
      const type: Headers[number] = ['Content-Type', `application/json; charset=${charset}`];
      const headers: Headers = [type, ['Content-Encoding', 'identity'], ['If-Match', '"9"']];
      const answer = await send('PATCH', METADATA, headers, '{"extra":1}');
      expect(errorOf(answer)).toMatchObject({ status: 409, details: { current: 1 } });
    }
  });
});

describe('a header that says one thing must not say two:', () => {
  const once = (name: string, value: string): Headers => [[name, value]];

  test.each<[string, Headers]>([
    ['twice the same', [...once('If-Match', '"1"'), ...once('If-Match', '"1"')]],
    ['different ones', [...once('If-Match', '"1"'), ...once('if-match', '"2"')]],
  ])('If-Match, %s', async (_, headers) => {
    for (const [method, target, body] of [
      ['PATCH', METADATA, '{"extra":1}'],
      ['PATCH', '/api/videos/{id}/objects/car1', '{"userLabel":"x"}'],
      ['DELETE', '/api/videos/{id}/objects/car1', null],
    ] as const) {
      const answer = await send(method, target, [JSON_TYPE, ...headers], body);
      expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', field: 'If-Match' });
    }
  });

  test('Idempotency-Key', async () => {
    const headers: Headers = [...once('Idempotency-Key', 'a'), ...once('idempotency-key', 'a')];
    const answer = await send('POST', '/api/videos/{id}/process/cancel', headers);
    expect(errorOf(answer)).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      field: 'Idempotency-Key',
    });
  });

  test('Content-Type', async () => {
    for (const second of ['application/json', 'application/json-patch+json']) {
      const headers: Headers = [JSON_TYPE, ['content-type', second]];
      const answer = await send('PATCH', METADATA, headers, '{"extra":1}');
      expect(errorOf(answer)).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        field: 'Content-Type',
      });
    }
  });

  test('nothing came of it', async () => {
    const { body } = await apiOf(service)<{ currentVersion: number }>('GET', `/api/videos/${video}/versions`);
    expect(body.currentVersion).toBe(1);
  });
});

test('two Authorization headers are answered like any wrong key, whichever of them is right', async () => {
  const right = `Bearer ${service.apiKey}`;
  const answers = async (...values: [string, string][]) => {
    const request = { method: 'GET', target: '/api/v1/whoami', headers: values, body: null };
    const { status, headers, body } = await exchange(service.apiUrl, request);
    const { 'x-request-id': _, date: __, ...reported } = headers;
    return { status, reported, body };
  };
  const wrong = await answers(['Authorization', 'Bearer nonsense']);
  expect(wrong).toMatchObject({ status: 401, reported: { 'www-authenticate': 'Bearer' } });
  expect(await answers(['Authorization', right], ['Authorization', right])).toEqual(wrong);
  expect(await answers(['Authorization', right], ['authorization', 'Bearer x'])).toEqual(wrong);
  expect(await answers(['AUTHORIZATION', ''], ['Authorization', right])).toEqual(wrong);
  expect((await answers(['Authorization', right])).status).toBe(200);
});
