import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { exchange } from '../../shared/webhooks/exchange.ts';
import { PAYLOAD_LIMIT, postWebhook, type Sender } from '../../shared/webhooks/post-webhook.ts';
import { newSecret, signedHeaders } from '../../shared/webhooks/signature.ts';
import { httpServer } from '../client/http-server.ts';
import { afterFile } from '../support/service/after-file.ts';
import { selfSigned } from '../support/webhooks/certificate.ts';
import { type Receiver, receiver } from '../support/webhooks/receiver.ts';

const run = promisify(execFile);
const SENDER = new URL('../../shared/webhooks/post-webhook.ts', import.meta.url).href;
const RUNTIME = new URL('../../shared/kernel/runtime/runtime.ts', import.meta.url).href;
const ANSWERED = 'http.client.response.finish';
const HOST = 'hooks.example.com';
/** By http only this machine is reached. */
const OWN_HOST = 'hooks.localhost';
const secret = newSecret(systemRuntime);
const payload = '{"type":"video.processed","data":{"name":"Häfen"}}';
const headers = signedHeaders({ id: 'evt_1', payload }, [secret], Date.now());

/** A sender for which every name is on this machine, which the name itself is not. */
const local: Sender = { runtime: systemRuntime, resolver: async () => ['127.0.0.1'], allowLoopback: true };

/** Time that is up when the test says so. */
function limited(): { sender: Sender; expire: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { sender: { ...local, runtime: { ...systemRuntime, sleep: () => promise } }, expire: resolve };
}

const post = (url: string, sender = local, sent: string | Uint8Array = payload) =>
  postWebhook({ url, headers, payload: sent }, sender);
const postTo = ({ port }: Receiver, sender = local) => post(`http://${OWN_HOST}:${port}/in?a=1`, sender);
const answering = (...answer: readonly (string | Uint8Array)[]) =>
  receiver((socket) => {
    for (const part of answer) socket.write(part);
    socket.end();
  });

/** Writes the same again and again until the sender has had enough. */
function flood(socket: Socket, chunk: string | Uint8Array): void {
  let more = true;
  while (more && !socket.destroyed) more = socket.write(chunk);
  socket.once('drain', () => flood(socket, chunk));
}

describe('an event', () => {
  test('is one signed POST on a connection of its own, without anything that sends a request elsewhere', async () => {
    const open = await answering('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok');
    expect(await postTo(open)).toEqual({ status: 202, body: 'ok', durationMs: expect.any(Number) });
    expect(open.received).toHaveLength(1);
    const [head = '', body = ''] = open.received[0]?.split('\r\n\r\n') ?? [];
    const [start, ...lines] = head.split('\r\n');
    expect(start).toBe('POST /in?a=1 HTTP/1.1');
    expect(lines.map((line) => line.replace(/^(webhook-\w+): .+/, '$1').toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'connection: close',
      `content-length: ${Buffer.byteLength(payload)}`,
      'content-type: application/json',
      `host: ${OWN_HOST}:${open.port}`,
      'user-agent: video-metadata-service-webhooks/1',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    const sent = Buffer.from(body, 'latin1').toString();
    expect(new Webhook(secret).verify(sent, headers)).toEqual(JSON.parse(payload));
  });

  test('goes through nobody’s proxy, and trusts no more certificates, whatever the environment says', async () => {
    const proxy = await receiver(() => {});
    const { cert, key } = selfSigned(HOST, new Date('2049-01-01'));
    const untrusted = await receiver(() => {}, { cert, key });
    const program = `
      import { postWebhook } from ${JSON.stringify(SENDER)};
      import { systemRuntime } from ${JSON.stringify(RUNTIME)};
      const url = 'https://${HOST}:${untrusted.port}/';
      const resolver = async () => ['127.0.0.1'];
      const sender = { runtime: systemRuntime, resolver, allowLoopback: true };
      console.log(JSON.stringify(await postWebhook({ url, headers: {}, payload: '' }, sender)));`;
    const at = `http://127.0.0.1:${proxy.port}`;
    const variables = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: at,
      HTTPS_PROXY: at,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    const env = { ...process.env, ...variables, NODE_NO_WARNINGS: '1' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
    expect(JSON.parse(stdout)).toMatchObject({ failure: 'tls' });
    expect(proxy.received).toEqual([]);
  });

  test('above the limit is a mistake of the caller', async () => {
    await expect(post('http://localhost:1/', local, 'a'.repeat(PAYLOAD_LIMIT + 1))).rejects.toThrow(
      RangeError,
    );
  });
});

describe('an address', () => {
  test('is the one that was checked: nobody is asked for the name again', async () => {
    const open = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    let asked = 0;
    // As a name server that answers with another address the second time. The system's knows no such host.
    const resolver = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '169.254.169.254'];
    };
    expect(await postTo(open, { ...local, resolver })).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
  });

  test.each([
    ['a private one besides a public one', ['8.8.8.8', '127.0.0.1']],
    ['one of IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['one with a zone', ['fe80::1%lo']],
    ['the one of the metadata', ['169.254.169.254']],
    ['something else', ['localhost']],
  ])('is refused where the name has %s, and nothing is sent', async (_, addresses) => {
    const open = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    const sender = { runtime: systemRuntime, resolver: async () => addresses };
    const outcome = await post(`https://${HOST}:${open.port}/`, sender);
    expect(outcome).toMatchObject({
      failure: 'refused-address',
      message: `${HOST} has an address that is not public`,
    });
    expect(open.received).toEqual([]);
  });

  test.each(['http://hooks.example.com/', 'https://127.0.0.1/', 'https://hooks.example.com:22/', 'nonsense'])(
    'is not looked for where the URL may not be used (any longer): %s',
    async (url) => {
      const resolver = () => Promise.reject(new Error('asked'));
      expect(await post(url, { runtime: systemRuntime, resolver })).toMatchObject({ failure: 'refused-url' });
    },
  );

  test('is not asked for where the URL has it', async () => {
    const open = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    const resolver = () => Promise.reject(new Error('asked'));
    const outcome = await post(`http://127.0.0.1:${open.port}/`, { ...local, resolver });
    expect(outcome).toMatchObject({ status: 204 });
  });

  test('is not connected to where the time was up before', async () => {
    const open = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    const sent = { url: new URL(`http://${HOST}:${open.port}/`), headers: {}, body: Buffer.from(payload) };
    const answer = exchange(sent, ['127.0.0.1'], AbortSignal.abort());
    await expect(answer).rejects.toMatchObject({ reason: 'timeout' });
    expect(open.received).toEqual([]);
  });

  test('is the next one where nothing listens at the first', async () => {
    const open = await answering('HTTP/1.1 200 OK\r\n\r\n');
    const resolver = async () => ['::1', '127.0.0.1'];
    expect(await postTo(open, { ...local, resolver })).toMatchObject({ status: 200 });
  });

  test.each([
    ['no address', async () => []],
    ['no name', () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))],
  ])('that a name does not have is a failure of DNS: %s', async (_, resolver) => {
    const outcome = await post(`https://${HOST}/`, { ...local, resolver });
    expect(outcome).toMatchObject({ failure: 'dns', message: expect.stringContaining(HOST) });
  });

  test('that is never found takes no longer than the limit', async () => {
    const { sender, expire } = limited();
    const outcome = post(`https://${HOST}/`, { ...sender, resolver: () => new Promise(() => {}) });
    expire();
    expect(await outcome).toMatchObject({ failure: 'timeout' });
  });
});

describe('TLS', () => {
  const good = selfSigned(HOST, new Date('2049-01-01'));
  const other = selfSigned('other.example.com', new Date('2049-01-01'));
  const old = selfSigned(HOST, new Date('2021-01-01'));
  const trusted = getCACertificates('default');
  setDefaultCACertificates([good.cert, other.cert, old.cert]);
  afterFile(() => setDefaultCACertificates(trusted));
  const postOver = async (tls: { cert: string; key: string }) => {
    const names: unknown[] = [];
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name);
      done(null);
    };
    const answer = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n');
    const open = await receiver(answer, { ...tls, SNICallback });
    return { names, ...open, outcome: await post(`https://${HOST}.:${open.port}/`) };
  };

  test('asks for the name of the host at a pinned address', async () => {
    const { outcome, names } = await postOver(good);
    expect([outcome, names]).toEqual([expect.objectContaining({ status: 200 }), [HOST]]);
  });

  test.each([
    ['a certificate of another name', other],
    ['a certificate that has expired', old],
    ['a certificate that nobody trusts', selfSigned(HOST, new Date('2049-01-01'))],
  ])('ends it before anything is sent: %s', async (_, tls) => {
    const { outcome, received } = await postOver(tls);
    expect(outcome).toMatchObject({ failure: 'tls', message: expect.stringMatching(/certificate|altnames/) });
    expect(received.join('')).toBe('');
  });

  test('is missing where the receiver speaks HTTP', async () => {
    await using plain = await httpServer((_, response) => response.end());
    expect(await post(`https://${HOST}:${new URL(plain.url).port}/`)).toMatchObject({ failure: 'tls' });
  });
});

describe('an answer', () => {
  test.each([
    [301, 'http://169.254.169.254/latest/meta-data/'],
    [302, '/again'],
    [307, '/again'],
    [308, 'https://hooks.example.com/'],
  ])('is not followed anywhere: %d', async (status, location) => {
    const open = await answering(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\n\r\n`);
    expect(await postTo(open)).toMatchObject({ status, body: '' });
    expect(open.received).toHaveLength(1);
  });

  test('says when to come again', async () => {
    const open = await answering('HTTP/1.1 429 Too Many Requests\r\nretry-after: 7\r\n\r\n');
    expect(await postTo(open)).toMatchObject({ status: 429, retryAfterMs: 7000 });
  });

  test('that comes before the request was read counts', async () => {
    const open = await receiver((socket) => {
      socket.pause();
      socket.end('HTTP/1.1 413 Content Too Large\r\nconnection: close\r\n\r\n');
    });
    const large = 'a'.repeat(PAYLOAD_LIMIT);
    expect(await post(`http://${OWN_HOST}:${open.port}/`, local, large)).toMatchObject({ status: 413 });
  });

  test('is kept up to 2 kB as text, without half a character or what moves a cursor', async () => {
    const text = `\u001b[2J\u202eevil\u0000 Häfen\t\r\n${'港'.repeat(1000)}`;
    const open = await answering('HTTP/1.1 400 Bad Request\r\n\r\n', text);
    const outcome = await postTo(open);
    expect(outcome).toMatchObject({
      body: expect.stringMatching(/^\ufffd\[2J\ufffdevil\ufffd Häfen\t\r\n港+$/),
    });
    expect(Buffer.byteLength('body' in outcome ? outcome.body : '')).toBeLessThan(2010);
  });

  test('is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const open = await answering('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', bomb);
    const outcome = await postTo(open);
    expect(outcome).toMatchObject({ status: 200 });
    expect('body' in outcome ? outcome.body.length : 0).toBeLessThanOrEqual(2000);
  });

  test('of a gigabyte is read as far as 64 kB and what is on the way', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const open = await receiver((socket) => {
      socket.on('close', () => resolve(socket.bytesWritten));
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
      flood(socket, Buffer.alloc(100_000, 'a'));
    });
    expect(await postTo(open)).toMatchObject({ status: 200, body: 'a'.repeat(2000) });
    expect(await promise).toBeLessThan(50_000_000);
  });

  test('whose body drips counts by its status once the time is up', async () => {
    const { sender, expire } = limited();
    // Once the sender has read the status.
    subscribe(ANSWERED, expire);
    const open = await receiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf'),
    );
    expect(await postTo(open, sender)).toMatchObject({ status: 200 });
    unsubscribe(ANSWERED, expire);
  });

  test('whose body breaks off counts by its status', async () => {
    const open = await answering('HTTP/1.1 201 Created\r\ncontent-length: 1000\r\n\r\nhalf');
    expect(await postTo(open)).toMatchObject({ status: 201, body: 'half' });
  });
});

describe('a receiver without an answer', () => {
  test.each([
    ['says nothing', ''],
    ['sends its headers a byte at a time', 'HTTP/1.1 200 OK\r\nx-a: '],
    ['sends interim answers only', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('has ten seconds: one that %s', async (_, bytes) => {
    const { sender, expire } = limited();
    const open = await receiver((socket) =>
      socket.write(bytes || Buffer.alloc(0), () => setImmediate(expire)),
    );
    expect(await postTo(open, sender)).toMatchObject({ failure: 'timeout', durationMs: expect.any(Number) });
  });

  test.each([
    [
      'never ends its headers',
      (socket: Socket) => flood(socket, `x-a: ${'a'.repeat(1000)}\r\n`),
      'HTTP/1.1 200 OK\r\n',
    ],
    ['never ends one line', (socket: Socket) => flood(socket, 'a'.repeat(1000)), 'HTTP/1.1 200 OK\r\nx-a: '],
    [
      'sends interim answers for ever',
      (socket: Socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
      '',
    ],
    ['speaks another protocol', (socket: Socket) => socket.end(), 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['speaks HTTP/2', (socket: Socket) => socket.end(), Buffer.from('000000040000000000', 'hex')],
    [
      'has two lengths',
      (socket: Socket) => socket.end(),
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    ],
    [
      'has a length and chunks',
      (socket: Socket) => socket.end(),
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n',
    ],
    [
      'switches protocols',
      () => {},
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ])('is no server of HTTP: one that %s', async (_, go, first) => {
    const open = await receiver((socket) => {
      socket.write(first || Buffer.alloc(0));
      go(socket);
    });
    expect(await postTo(open)).toMatchObject({ failure: 'protocol', message: expect.stringMatching(/./) });
  });

  test.each([[['127.0.0.1']], [['127.0.0.1', '127.0.0.2']]])(
    'has closed its port at %s',
    async (addresses) => {
      const outcome = await post(`http://${OWN_HOST}:1024/`, { ...local, resolver: async () => addresses });
      expect(outcome).toMatchObject({
        failure: 'connection',
        message: expect.stringContaining('ECONNREFUSED'),
      });
    },
  );

  test.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['closes it', (socket: Socket) => socket.end()],
  ])('breaks off: one that %s', async (_, go) => {
    expect(await postTo(await receiver(go))).toMatchObject({ failure: 'connection' });
  });
});
