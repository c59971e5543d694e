import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StaticSite extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Paths and queries of the requests so far, in order. */
  readonly requests: readonly string[];
}

/**
 * A web server on loopback that answers what `find` gives for a request's path and query, a number being an HTTP status.
 * It knows ranges (RFC 9110 §14), which browsers need for seeking in videos.
 */
export async function serveStatic(find: (target: string) => StaticFile | number): Promise<StaticSite> {
  const requests: string[] = [];
  const server = createServer(({ url = '/', headers: { range } }, response) => {
    requests.push(url);
    const found = find(url);
    if (typeof found === 'number') return void response.writeHead(found).end();
    const body = Buffer.from(found.body);
    const headers = { 'Content-Type': found.type, 'Accept-Ranges': 'bytes', ...found.headers };
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    if (first === undefined) return void response.writeHead(200, headers).end(body);
    const [from, to] = [Number(first), Math.min(last ? Number(last) : Infinity, body.length - 1)];
    if (from > to) return void response.writeHead(416, { 'Content-Range': `bytes */${body.length}` }).end();
    response
      .writeHead(206, { ...headers, 'Content-Range': `bytes ${from}-${to}/${body.length}` })
      .end(body.subarray(from, to + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
